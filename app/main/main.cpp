// grashof: a command works headless, everything else opens the window.
#include <string>
#include <vector>

#include "app/command_line.h"
#include "app/main/allocation_counter.h"
#ifdef GRASHOF_GUI
#include "app/main/render_command.h"
#include "app/main/window.h"
#endif

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (grashof::canCountAllocations()) grashof::setAllocationCounter(grashof::allocationCount);
#ifdef GRASHOF_GUI
  grashof::setRenderCommand(grashof::renderToFile);
  if (!grashof::isCommandLine(args)) return grashof::runWindow(argc, argv);
#endif
  return grashof::runCommandLine(args);
}
