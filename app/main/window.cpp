#include "app/main/window.h"

#include <QApplication>
#include <clocale>
#include <cstdio>

#include "app/exit_codes.h"
#include "resources/resources.h"
#include "ui/main_window.h"

namespace grashof {
namespace {

/// Qt would abort without a display; people on a server should read what to do instead.
bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

}  // namespace

int runWindow(int argc, char** argv, const std::vector<std::string>& args) {
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
  MainWindow window;
  window.show();
  if (!args.empty()) window.openPath(QString::fromLocal8Bit(args[0].c_str()));
  return QApplication::exec();
}

}  // namespace grashof
