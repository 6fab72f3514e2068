// app/main/window.h - the window's start.
#pragma once



namespace grashof {

/// Opens the window, with a file when one is named; returns when it is closed.
int runWindow(int argc, char** argv);

}  // namespace grashof
