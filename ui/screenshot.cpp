#include "ui/screenshot.h"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QElapsedTimer>
#include <QScreen>
#include <QTimer>
#include <functional>

#include "render/viewport_widget.h"
#include "ui/main_window.h"
#include "ui/scene_feed.h"
#include "ui/view_area.h"

namespace grashof {
namespace {

constexpr int kPatienceMs = 60000;  // a software renderer on a busy machine is slow
constexpr int kSettleMs = 1500;

QString takeValue(QStringList& arguments, const QString& name) {
  const qsizetype at = arguments.indexOf(name);
  if (at < 0 || at + 1 >= arguments.size()) return {};
  const QString value = arguments[at + 1];
  arguments.remove(at, 2);
  return value;
}

ElementRef findByName(const Mechanism& mechanism, const std::string& name) {
  for (std::size_t i = 0; i < mechanism.closures.size(); ++i)
    if (displayName(mechanism.closures[i], static_cast<int>(i)) == name || mechanism.closures[i].name == name)
      return {ElementKind::Closure, static_cast<int>(i)};
  if (const int joint = mechanism.findJoint(name); joint >= 0) return {ElementKind::Joint, joint};
  if (const int link = mechanism.findLink(name); link >= 0) return {ElementKind::Link, link};
  // "closure:2" for closures without a name.
  if (name.rfind("closure:", 0) == 0) {
    const int index = QString::fromStdString(name.substr(8)).toInt();
    if (index >= 0 && index < static_cast<int>(mechanism.closures.size()))
      return {ElementKind::Closure, index};
  }
  return {};
}

/// Calls `then` once `isReady`, or when patience ends.
void whenReady(MainWindow& window, std::function<bool()> isReady, std::function<void()> then) {
  auto* timer = new QTimer(&window);
  QElapsedTimer clock;
  clock.start();
  QObject::connect(timer, &QTimer::timeout, &window, [timer, clock, isReady, then] {
    if (!isReady() && clock.elapsed() < kPatienceMs) return;
    timer->deleteLater();
    timer->stop();
    then();
  });
  timer->start(50);
}

void takePicture(MainWindow& window, const QString& output) {
  QScreen* screen = window.screen();
  // What is on the screen, popups and GL included; the window itself where the platform cannot tell.
  QPixmap picture = screen->grabWindow(0, window.x(), window.y(), window.width(), window.height());
  if (picture.isNull()) picture = window.grab();
  QApplication::exit(picture.save(output) ? 0 : 1);
}

}  // namespace

std::optional<ScreenshotRequest> takeScreenshotRequest(QStringList& arguments) {
  ScreenshotRequest request;
  request.output = takeValue(arguments, QStringLiteral("--screenshot"));
  if (request.output.isEmpty()) return std::nullopt;
  request.theme = takeValue(arguments, QStringLiteral("--theme"));
  const QStringList size = takeValue(arguments, QStringLiteral("--size")).split(u'x');
  if (size.size() == 2) request.size = {size[0].toInt(), size[1].toInt()};
  request.runSeconds = takeValue(arguments, QStringLiteral("--run")).toDouble();
  request.select = takeValue(arguments, QStringLiteral("--select"));
  request.command = takeValue(arguments, QStringLiteral("--command"));
  request.panel = takeValue(arguments, QStringLiteral("--panel"));
  if (const QString at = takeValue(arguments, QStringLiteral("--disturb")); !at.isEmpty())
    request.disturbAt = at.toDouble();
  request.keepsRunning = arguments.removeAll(QStringLiteral("--running")) > 0;
  return request;
}

void runScreenshot(MainWindow& window, const ScreenshotRequest& request, const QString& file) {
  // Nothing may be hovered in the picture.
  QCursor::setPos(window.screen()->geometry().bottomRight());
  window.resize(request.size);
  window.move(0, 0);
  window.show();
  if (!request.theme.isEmpty())
    window.setThemeChoice(request.theme == u"dark" ? Settings::Theme::Dark : Settings::Theme::Light);
  const auto finish = [&window, request] {
    QTimer::singleShot(kSettleMs, &window, [&window, request] { takePicture(window, request.output); });
  };
  if (file.isEmpty()) {
    QTimer::singleShot(3 * kSettleMs, &window, finish);
    return;
  }
  window.openPath(file);
  const auto isLoaded = [&window] {
    return !window.document()->isBusy() && !window.document()->isEmpty() &&
           !window.view()->scene()->isLoading();
  };
  whenReady(window, isLoaded, [&window, request, finish] {
    if (!request.select.isEmpty())
      window.selection()->select(findByName(*window.document()->mechanism(), request.select.toStdString()));
    if (auto* action = window.findChild<QAction*>(QStringLiteral("action.") + request.command))
      action->trigger();
    if (!request.panel.isEmpty()) window.showPanel(request.panel);
    if (request.runSeconds <= 0) {
      finish();
      return;
    }
    window.simulation()->run();
    if (request.disturbAt >= 0)
      whenReady(
          window,
          [&window, request] {
            return window.simulation()->latest().t >= request.runSeconds - request.disturbAt;
          },
          [&window] { window.simulation()->disturb(1e-3); });
    whenReady(
        window, [&window, request] { return window.simulation()->latest().t >= request.runSeconds; },
        [&window, request, finish] {
          if (!request.keepsRunning) window.simulation()->pause();
          finish();
        });
  });
}

}  // namespace grashof
