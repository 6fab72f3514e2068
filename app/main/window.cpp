#include "app/main/window.h"

#include <QApplication>
#include <clocale>
#include <cstdio>

#include "app/exit_codes.h"
#include "resources/resources.h"
#include "ui/main_window.h"
#include "ui/screenshot.h"

namespace grashof {
namespace {

/// Qt would abort without a display; people on a server should read what to do instead.
bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

}  // namespace

int runWindow(int argc, char** argv) {
  if (!hasDisplay()) {
    std::fputs(
        "error: no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is set)\n"
        "    hint: 'grashof --help' lists the commands that work without one.\n",
        stderr);
    return kWrongUsage;
  }
  QCoreApplication::setApplicationName(QStringLiteral("grashof"));
  QCoreApplication::setApplicationVersion(QStringLiteral(GRASHOF_VERSION));
  QApplication application(argc, argv);
  // Qt sets the user's locale; libraries that read numbers with strtod (mesh formats) must not see a comma.
  std::setlocale(LC_NUMERIC, "C");
  grashofInitResources();
  QStringList arguments = QApplication::arguments();
  const auto picture = takeScreenshotRequest(arguments);
  MainWindow window;
  const QString file = arguments.value(1);
  if (picture) {
    runScreenshot(window, *picture, file);
  } else {
    window.show();
    if (!file.isEmpty()) window.openPath(file);
  }
  return QApplication::exec();
}

}  // namespace grashof
