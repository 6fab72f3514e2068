// app/command_line.h - the headless face of the program: `grashof COMMAND ...`.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "core/base/pose.h"

namespace grashof {

/// Where a command writes: results, and messages.
struct CommandIo {
  std::ostream& out;
  std::ostream& err;
};

/// One command: what it knows, and what it does. Its file is app/commands/<name>.cpp.
struct CommandSpec {
  std::string name;
  std::string operands;  ///< "FILE"
  std::string summary;   ///< one line
  std::string details;   ///< for --help, may be empty
  std::vector<OptionSpec> options;
  std::function<int(const Arguments&, CommandIo&)> run;
};
/// All of them, in the order of the manual.
const std::vector<CommandSpec>& commands();

/// True when the first argument is a command, --help or --version: then nothing of the window is needed.
bool isCommandLine(const std::vector<std::string>& args);
/// Runs it and returns the exit code; args without the program's name.
int runCommandLine(const std::vector<std::string>& args);
int runCommandLine(const std::vector<std::string>& args, CommandIo io);

/// Draws a picture without a window; set by the program that links the renderer, so that everything else
/// stays free of OpenGL.
struct RenderRequest {
  std::string output;  ///< .png
  int width = 1280, height = 800;
  std::string view = "iso";
};
struct Build;
using RenderFunction =
    std::function<Diagnostics(const Build& build, const VectorXd& pose, const RenderRequest& request)>;
void setRenderCommand(RenderFunction render);
/// How many heap allocations this process has made so far; set by the program that counts them.
void setAllocationCounter(std::function<unsigned long long()> counter);

}  // namespace grashof
