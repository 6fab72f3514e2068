#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"

namespace grashof {
namespace {

std::string counted(int count, const std::string& word) {
  return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Findings);
  if (loaded.exitCode) return *loaded.exitCode;
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
