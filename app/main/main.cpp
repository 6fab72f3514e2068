#include <string>
#include <vector>

#include "app/command_line.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  return grashof::runCommandLine(args);
}
