#include <ostream>

#include "app/commands/commands.h"

namespace grashof {
namespace {

/// The names are taken already, so that a script that tries them learns why it fails.
CommandSpec laterCommand(const std::string& name, const std::string& summary) {
  return {
      name,
      "FILE",
      summary,
      "This command comes later.",
      withCommonOptions({{"-o", "OUT", "file to write"}}),
      [name](const Arguments&, CommandIo& io) {
        io.err << formatDiagnostic(usageError("'" + name + "' comes later; this version cannot do it yet."));
        return kWrongUsage;
      }};
}

}  // namespace

CommandSpec convertCommand() {
  CommandSpec spec = laterCommand("convert", "writes another format");
  spec.options.push_back({"--to", "FORMAT", "raisim-urdf, mjcf, sdf, drake-urdf"});
  spec.options.push_back({"--lossy", "", "writes although something is lost"});
  return spec;
}

}  // namespace grashof
