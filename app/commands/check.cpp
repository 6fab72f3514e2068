#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "core/geometry/mesh_library.h"

namespace grashof {
namespace {

/// What only the contents of the meshes tell; the other commands do not read them.
void addMeshFindings(LoadedFile& loaded, const std::string& file, CommandIo& io) {
  if (!loaded.build) return;
  MeshLibrary library;
  Diagnostics findings = checkMeshes(*loaded.build->mechanism, library);
  for (Diagnostic& d : findings) d.where.file = file;
  printDiagnostics(findings, io.err);
  loaded.diagnostics.insert(loaded.diagnostics.end(), findings.begin(), findings.end());
}

int run(const Arguments& arguments, CommandIo& io) {
  LoadedFile loaded = loadFile(arguments, io, Need::Findings);
  if (loaded.exitCode) return *loaded.exitCode;
  addMeshFindings(loaded, arguments.operands()[0], io);
  const int errors = countOf(loaded.diagnostics, Severity::Error);
  const int warnings = countOf(loaded.diagnostics, Severity::Warning);
  const int notes = countOf(loaded.diagnostics, Severity::Note);
  const bool isRefused = errors > 0 || (arguments.has("--strict") && warnings > 0);
  const std::string& file = arguments.operands()[0];
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject().member("file", file).member("ok", !isRefused);
    json.member("errors", errors).member("warnings", warnings).member("notes", notes);
    json.member("diagnostics", loaded.diagnostics).endObject();
    io.out << json.text();
  } else {
    io.out << file << ": " << counted(errors, "error") << ", " << counted(warnings, "warning") << ", "
           << counted(notes, "note") << '\n';
  }
  return isRefused ? kInputHasErrors : kDone;
}

}  // namespace

CommandSpec checkCommand() {
  return {"check",
          "FILE",
          "reads, validates and reports every finding",
          "",
          withCommonOptions({{"--strict", "", "warnings count as errors"}}),
          run};
}

}  // namespace grashof
