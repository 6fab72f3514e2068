// app/main/window.h - the window's start.
#pragma once
#include <string>
#include <vector>

namespace grashof {

/// Opens the window, with a file when one is named; returns when it is closed.
int runWindow(int argc, char** argv, const std::vector<std::string>& args);

}  // namespace grashof
