// app/command_line.h - the headless face of the program: `grashof COMMAND ...`.
#pragma once
#include <string>
#include <vector>

namespace grashof {

/// True when the first argument is a command, --help or --version: then nothing of the window is needed.
bool isCommandLine(const std::vector<std::string>& args);
/// Runs it and returns the exit code; args without the program's name.
int runCommandLine(const std::vector<std::string>& args);

}  // namespace grashof
