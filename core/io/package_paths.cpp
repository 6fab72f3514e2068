#include "core/io/package_paths.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/io/xml_source.h"

namespace grashof {
namespace fs = std::filesystem;
namespace {

void appendPaths(std::vector<std::string>& out, const char* variable, const char* below) {
  const char* value = std::getenv(variable);
  if (value == nullptr) return;
  std::stringstream list(value);
  for (std::string entry; std::getline(list, entry, ':');)
    if (!entry.empty()) out.push_back((fs::path(entry) / below).string());
}

bool isDirectory(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}
bool isFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// <name> of a package.xml, or empty.
std::string packageName(const fs::path& manifest) {
  std::ifstream in(manifest, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return {};
  const Outcome<SourceDocument> parsed = parseXml(text.str(), manifest.string());
  if (!parsed) return {};
  for (const int c : parsed->children(0)) {
    const SourceElement& e = parsed->elements[static_cast<std::size_t>(c)];
    if (e.name != "name") continue;
    const std::string_view name = std::string_view(parsed->text).substr(e.content.begin, e.content.size());
    const std::size_t first = name.find_first_not_of(" \t\r\n"), last = name.find_last_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string()
                                           : std::string(name.substr(first, last - first + 1));
  }
  return {};
}

/// The folder is that package: by its manifest or, without one, by its own name. In package:///x.stl, as some
/// CAD exporters write, the name is empty and any folder will do.
bool isPackage(const fs::path& folder, const std::string& name) {
  if (isFile(folder / "package.xml") && packageName(folder / "package.xml") == name) return true;
  return (name.empty() || folder.filename() == name) && isDirectory(folder);
}

/// An entry of `folder` called `name`, exact in case; `near` gets one that differs in case only.
bool hasEntry(const fs::path& folder, const std::string& name, std::string& near) {
  if (name == "." || name == "..") return isDirectory(folder);
  const auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  };
  std::error_code error;
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end; it.increment(error)) {
    const std::string entry = it->path().filename().string();
    if (entry == name) return true;
    if (lower(entry) == lower(name)) near = entry;
  }
  return false;
}

/// Looks for `relative` below `base` with every name exact in case; on success sets `out.path`.
bool lookUp(const fs::path& base, const fs::path& relative, ResolvedUri& out) {
  const fs::path whole = (base / relative).lexically_normal();
  out.tried.push_back(whole.string());
  fs::path at = whole.root_path();
  bool isExact = true;
  for (const fs::path& part : whole.relative_path()) {
    std::string near;
    const bool isThere = hasEntry(at, part.string(), near);
    if (isThere || near.empty()) {
      // A folder that may not be listed can still lead to the file.
      std::error_code error;
      if (!isThere && !fs::exists(at / part, error)) return false;
      at /= part;
    } else {
      isExact = false;
      at /= near;
    }
  }
  if (!isFile(at)) return false;
  if (!isExact) {
    out.nearMiss = at.string();
    return false;
  }
  out.path = at.string();
  return true;
}

/// Percent signs in file:// and package:// stand for bytes: "my%20part.stl".
std::string percentDecoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto isHex = [&](std::size_t k) {
      return k < text.size() && std::isxdigit(static_cast<unsigned char>(text[k]));
    };
    if (text[i] == '%' && isHex(i + 1) && isHex(i + 2)) {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// Folders in which a package of that name was found, best first; `tried` lists the places looked at.
std::vector<fs::path> packageFolders(const std::string& name, const fs::path& base,
                                     const PackagePaths& packages, std::vector<std::string>& tried) {
  std::vector<fs::path> found;
  const auto consider = [&](const fs::path& folder) {
    if (isPackage(folder, name) && std::find(found.begin(), found.end(), folder) == found.end())
      found.push_back(folder);
  };
  if (const auto it = packages.located.find(name); it != packages.located.end())
    found.emplace_back(it->second);
  for (const std::string& directory : packages.directories) {
    tried.push_back(directory);
    consider(directory);
    consider(fs::path(directory) / name);
  }
  for (fs::path at = base; !at.empty(); at = at.parent_path()) {
    tried.push_back(at.string());
    consider(at);
    if (!name.empty()) consider(at / name);
    if (at == at.root_path()) break;
  }
  return found;
}

}  // namespace

PackagePaths PackagePaths::fromEnvironment() {
  PackagePaths paths;
  appendPaths(paths.directories, "ROS_PACKAGE_PATH", "");
  appendPaths(paths.directories, "AMENT_PREFIX_PATH", "share");
  return paths;
}

ResolvedUri resolveUri(const std::string& uri, const std::string& baseDirectory,
                       const PackagePaths& packages) {
  ResolvedUri out;
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string rest = uri.substr(scheme.size());
    out.package = rest.substr(0, rest.find('/'));
    const std::string below = rest.size() > out.package.size() ? rest.substr(out.package.size() + 1) : "";
    std::vector<std::string> places;
    const std::vector<fs::path> folders = packageFolders(out.package, baseDirectory, packages, places);
    out.isPackageFound = !folders.empty();
    if (folders.empty()) out.tried = places;
    for (const fs::path& folder : folders)
      if (lookUp(folder, below, out) ||
          (percentDecoded(below) != below && lookUp(folder, percentDecoded(below), out)))
        break;
    return out;
  }
  std::string path = uri;
  if (uri.starts_with("file://")) {
    path = percentDecoded(uri.substr(7));
    if (!path.starts_with('/'))
      path = path.substr(std::min(path.find('/'), path.size()));  // file://host/path
  }
  lookUp(baseDirectory, path, out);
  return out;
}

}  // namespace grashof
