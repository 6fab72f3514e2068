#include "app/command_line.h"

#include <cstdio>

#include "app/exit_codes.h"

namespace grashof {

bool isCommandLine(const std::vector<std::string>& args) { return !args.empty() && args[0] == "--version"; }

int runCommandLine(const std::vector<std::string>&) {
  std::puts("grashof " GRASHOF_VERSION);
  return kDone;
}

}  // namespace grashof
