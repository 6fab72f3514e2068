#include "app/command_line.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/commands/commands.h"
#include "app/exit_codes.h"
#include "core/mechanism/name_hint.h"

namespace grashof {
namespace {

const CommandSpec* findCommand(const std::string& name) {
  const auto it = std::find_if(commands().begin(), commands().end(),
                               [&](const CommandSpec& c) { return c.name == name; });
  return it == commands().end() ? nullptr : &*it;
}

void printOverview(std::ostream& out) {
  out << "grashof " GRASHOF_VERSION
         ": a studio for closed-loop linkages\n\n"
         "usage: grashof [FILE]             opens the window\n"
         "       grashof COMMAND FILE ...   works without one\n\ncommands:\n";
  for (const CommandSpec& c : commands())
    out << "  " << c.name << std::string(10 - std::min<std::size_t>(9, c.name.size()), ' ') << c.summary
        << '\n';
  out << "\n'grashof COMMAND --help' tells the options.\n"
         "exit codes: 0 done, 1 the input has errors, 2 wrong usage, 3 cannot be reached, 4 internal "
         "failure\n";
}

void printHelp(const CommandSpec& command, std::ostream& out) {
  out << "usage: grashof " << command.name << ' ' << command.operands << " [options]\n\n"
      << command.summary << ".\n";
  if (!command.details.empty()) out << '\n' << command.details << '\n';
  out << "\noptions:\n";
  std::size_t width = 8;
  for (const OptionSpec& o : command.options) width = std::max(width, o.name.size() + 1 + o.valueName.size());
  for (const OptionSpec& o : command.options) {
    const std::string left = o.valueName.empty() ? o.name : o.name + ' ' + o.valueName;
    out << "  " << left << std::string(width - left.size() + 2, ' ') << o.help
        << (o.isRepeatable ? " (repeatable)" : "") << '\n';
  }
  out << "  --help" << std::string(width - 4, ' ') << "this text\n";
}

int reportUsage(const CommandSpec& command, const Diagnostics& errors, std::ostream& err) {
  for (const Diagnostic& d : errors) err << formatDiagnostic(d);
  err << "usage: grashof " << command.name << ' ' << command.operands << " [options]; see grashof "
      << command.name << " --help\n";
  return kWrongUsage;
}

}  // namespace

const std::vector<CommandSpec>& commands() {
  static const std::vector<CommandSpec> all{
      checkCommand(),   infoCommand(),     closeCommand(), cutCommand(),   mimicCommand(),
      convertCommand(), simulateCommand(), evalCommand(),  benchCommand(), renderCommand()};
  return all;
}

bool isCommandLine(const std::vector<std::string>& args) {
  if (args.empty()) return false;
  const std::string& first = args[0];
  if (first == "--version" || first == "--help" || first == "-h" || first == "help") return true;
  if (findCommand(first) != nullptr) return true;
  // A mistyped command is no file to open in a window.
  std::error_code ignored;
  return !first.empty() && first.find_first_of("./") == std::string::npos &&
         !std::filesystem::exists(first, ignored);
}

int runCommandLine(const std::vector<std::string>& args) {
  return runCommandLine(args, {std::cout, std::cerr});
}

int runCommandLine(const std::vector<std::string>& args, CommandIo io) {
  if (!args.empty() && args[0] == "--version") {
    io.out << "grashof " GRASHOF_VERSION "\n";
    return io.out.flush() ? kDone : kInternalFailure;
  }
  if (args.empty() || args[0] == "--help" || args[0] == "-h" || args[0] == "help") {
    printOverview(io.out);
    return kDone;
  }
  const CommandSpec* command = findCommand(args[0]);
  if (command == nullptr) {
    std::vector<std::string> names;
    for (const CommandSpec& c : commands()) names.push_back(c.name);
    io.err << formatDiagnostic(
        usageError("Unknown command '" + args[0] + "'.", nearestNameHint(args[0], names)));
    return kWrongUsage;
  }
  const Outcome<Arguments> arguments = parseArguments({args.begin() + 1, args.end()}, command->options);
  if (!arguments) return reportUsage(*command, arguments.diagnostics, io.err);
  if (arguments->isHelpWanted()) {
    printHelp(*command, io.out);
    return kDone;
  }
  if (arguments->operands().empty()) return reportUsage(*command, {usageError("FILE is missing.")}, io.err);
  const int code = command->run(*arguments, io);
  // A full disk or a closed pipe must not look like success to a script.
  return io.out.flush() ? code : kInternalFailure;
}

}  // namespace grashof
