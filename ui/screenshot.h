// ui/screenshot.h - a picture of the whole window without a person: for the manual and for checking the look.
#pragma once
#include <QString>
#include <QStringList>
#include <optional>

#include <QSize>

namespace grashof {

class MainWindow;

/// --screenshot OUT.png [--theme light|dark] [--size WxH] [--run SECONDS] [--select NAME] [--panel NAME]
struct ScreenshotRequest {
  QString output;
  QString theme;  ///< "light", "dark"; empty: as set
  QSize size{1440, 900};
  double runSeconds = 0;  ///< simulated in real time before the picture
  bool keepsRunning = false;
  QString select;         ///< name of a link, joint or closure
  QString command;        ///< carried out before the picture: "toolPin", "closeLoops" (see actions.cpp)
  QString panel;          ///< "plots", "problems", "source"
  double disturbAt = -1;  ///< s before the picture at which the loops are opened by 1 mm; < 0: not
};

/// Takes its options out of `arguments` (the program's name first); nullopt when there is no --screenshot.
std::optional<ScreenshotRequest> takeScreenshotRequest(QStringList& arguments);

/// Shows the window at its size, waits for the file, its meshes and the run, saves the picture and quits the
/// application with 0, or 1 when the picture could not be written.
void runScreenshot(MainWindow& window, const ScreenshotRequest& request, const QString& file);

}  // namespace grashof
