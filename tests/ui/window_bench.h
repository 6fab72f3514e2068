// tests/ui/window_bench.h - a window on a saved file, driven as a person would drive it.
#pragma once
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

#include "render/viewport_widget.h"
#include "ui/actions.h"
#include "ui/inspector/number_field.h"
#include "ui/main_window.h"
#include "ui/scene_feed.h"
#include "ui/view_area.h"

namespace grashof {

/// Text of an example of rsc/.
inline QByteArray example(const char* name) {
  QFile file(QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/") + QString::fromLatin1(name));
  if (!file.open(QIODevice::ReadOnly)) qFatal("no example %s", name);
  return file.readAll();
}

/// A parallelogram of 0.2 m by 0.1 m that stands on the world; closes exactly at zero coordinates.
inline const char* const kFourBar = R"(<?xml version="1.0"?>
<robot name="four_bar">
  <link name="world"/>
  <link name="crank_link">
    <inertial><origin xyz="0 0 0.05"/><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.05"/><geometry><box size="0.02 0.02 0.1"/></geometry></visual>
  </link>
  <link name="coupler_link">
    <inertial><origin xyz="0.1 0 0"/><mass value="0.2"/><inertia ixx="1e-5" iyy="7e-4" izz="7e-4" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0.1 0 0"/><geometry><box size="0.2 0.02 0.02"/></geometry></visual>
  </link>
  <link name="rocker_link">
    <inertial><origin xyz="0 0 0.05"/><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.05"/><geometry><box size="0.02 0.02 0.1"/></geometry></visual>
  </link>
  <joint name="crank" type="revolute"><parent link="world"/><child link="crank_link"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="10"/></joint>
  <joint name="coupler" type="continuous"><parent link="crank_link"/><child link="coupler_link"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/></joint>
  <joint name="rocker" type="continuous"><parent link="world"/><child link="rocker_link"/><origin xyz="0.2 0 0"/><axis xyz="0 1 0"/></joint>
  <constraints nominal_config="0 0 0">
    <equality body1="coupler_link" body2="rocker_link" anchor="0.2 0 0">
      <axis xyz="1 0 0"/>
      <axis xyz="0 0 1"/>
    </equality>
  </constraints>
</robot>
)";

/// A window on a saved file, with settings of its own.
struct Bench {
  explicit Bench(const QByteArray& text = kFourBar)
      : settings(dir.filePath("settings.ini")), window(nullptr, &settings) {
    path = dir.filePath("four_bar.urdf");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
    file.write(text);
    file.close();
    window.resize(1440, 900);
    window.show();
    // Shortcuts need an active window; without a window manager nobody makes it so.
    QApplication::setActiveWindow(&window);
    window.document()->openFileNow(path);
    window.document()->waitForIdle();
    QTest::qWait(50);
  }
  /// Front view with the scene loaded; clicks and drags in it aim at points in World.
  void showFront(const Vector3d& target_W = {0.1, 0, 0.05}, double distance = 1) {
    QTRY_VERIFY(!window.view()->scene()->isLoading());
    Camera front;
    front.target = target_W;
    front.yawDeg = -90;
    front.pitchDeg = 0;
    front.isOrthographic = true;
    front.distance = distance;
    viewport()->setCamera(front, false);
    QTest::qWait(30);
  }
  ViewportWidget* viewport() { return window.view()->viewport(); }
  QPoint at(const Vector3d& p_W) { return viewport()->project(p_W).value_or(QPointF()).toPoint(); }
  void click(const Vector3d& p_W, Qt::KeyboardModifiers keys = Qt::NoModifier) {
    QTest::mouseMove(viewport(), at(p_W));
    QTest::mouseClick(viewport(), Qt::LeftButton, keys, at(p_W));
    QTest::qWait(20);
  }
  /// What is on the screen now, into the folder of GRASHOF_TEST_PICTURES (on xcb, to look at).
  void picture(const char* name) {
    const QString folder = qEnvironmentVariable("GRASHOF_TEST_PICTURES");
    if (folder.isEmpty()) return;
    QTest::qWait(400);
    const QRect r = window.geometry();
    window.screen()
        ->grabWindow(0, r.x(), r.y(), r.width(), r.height())
        .save(folder + u'/' + QString::fromLatin1(name) + QStringLiteral(".png"));
  }
  ModelPtr model() { return window.document()->model(); }
  /// Coordinate of a joint in the document's pose.
  double coordinate(const char* name) {
    return window.document()->pose()[model()->joints[static_cast<std::size_t>(model()->findJoint(name))].q];
  }
  /// Moves with the button pressed from one place of the view to others, in small steps.
  void press(const QPoint& at) {
    QTest::mouseMove(viewport(), at);
    QTest::mousePress(viewport(), Qt::LeftButton, {}, at);
    held = at;
  }
  void moveTo(const QPoint& to, int steps = 8) {
    const QPoint from = held;
    for (int i = 1; i <= steps; ++i) {
      held = from + (to - from) * i / steps;
      QMouseEvent move(QEvent::MouseMove, held, viewport()->mapToGlobal(held), Qt::NoButton, Qt::LeftButton,
                       {});
      QApplication::sendEvent(viewport(), &move);
      QTest::qWait(5);
    }
  }
  void release() { QTest::mouseRelease(viewport(), Qt::LeftButton, {}, held); }
  /// Types into a field of the shown page as a person would.
  template <typename Field>
  void type(Field* field, const QString& text) {
    QLineEdit* edit = field->edit();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
    window.document()->waitForIdle();
  }
  template <typename T>
  T* find(const QString& name = {}) {
    return window.findChild<T*>(name);
  }

  QPoint held;
  QTemporaryDir dir;
  Settings settings;
  MainWindow window;
  QString path;
};

inline NumberField* fieldNamed(QWidget* page, const QString& accessibleName) {
  for (NumberField* field : page->findChildren<NumberField*>())
    if (field->accessibleName() == accessibleName) return field;
  return nullptr;
}

/// Presses a button of the next modal dialog.
inline void answerNext(const QString& buttonName) {
  QTimer::singleShot(100, qApp, [buttonName] {
    QWidget* dialog = QApplication::activeModalWidget();
    QVERIFY(dialog);
    auto* button = dialog->findChild<QPushButton*>(buttonName);
    QVERIFY(button);
    button->click();
  });
}

}  // namespace grashof
