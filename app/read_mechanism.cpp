#include "app/read_mechanism.h"

#include <algorithm>

#include "core/io/urdf_reader.h"

namespace grashof {
namespace {

PackagePaths packagePaths(const std::vector<std::string>& packageDirs) {
  PackagePaths paths = PackagePaths::fromEnvironment();
  paths.directories.insert(paths.directories.begin(), packageDirs.begin(), packageDirs.end());
  return paths;
}

Opened build(Outcome<Mechanism> read, BaseMode base, const std::string& shownPath) {
  Opened opened;
  opened.readFindings = read.diagnostics;
  opened.diagnostics = std::move(read.diagnostics);
  if (!read.value) return opened;
  opened.build = buildMechanism(std::make_shared<const Mechanism>(std::move(*read.value)), base);
  // The reader has validated, too: what remains is what only the text can tell.
  const Diagnostics known = validate(*opened.build->mechanism);
  std::erase_if(opened.readFindings,
                [&](const Diagnostic& d) { return std::find(known.begin(), known.end(), d) != known.end(); });
  opened.diagnostics = mergedFindings(std::move(opened.diagnostics), opened.build->diagnostics);
  for (Diagnostic& d : opened.diagnostics) d.where.file = shownPath;
  return opened;
}

}  // namespace

Diagnostics mergedFindings(Diagnostics findings, const Diagnostics& more) {
  // The reader knows the very attribute's line, the validator only that of the element around it: the same
  // finding about the same path is said once.
  const auto isSame = [](const Diagnostic& a, const Diagnostic& b) {
    if (a.code != b.code || a.message != b.message) return false;
    return a.element.empty() || b.element.empty() ? a.where.line == b.where.line : a.element == b.element;
  };
  for (const Diagnostic& d : more)
    if (std::none_of(findings.begin(), findings.end(), [&](const Diagnostic& f) { return isSame(f, d); }))
      findings.push_back(d);
  return findings;
}

Opened openMechanism(const std::string& path, const std::vector<std::string>& packageDirs, BaseMode base) {
  return build(readUrdfFile(path, packagePaths(packageDirs)), base, path);
}

Opened openMechanismText(std::string text, const std::string& name,
                         const std::vector<std::string>& packageDirs, BaseMode base) {
  return build(readUrdf(std::move(text), name, packagePaths(packageDirs)), base, name);
}

}  // namespace grashof
