#include "ui/examples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace grashof {

QString examplesFolder() {
  const QString asked = qEnvironmentVariable("GRASHOF_RSC");
  if (!asked.isEmpty()) return asked;
  QStringList candidates;
  QDir dir(QCoreApplication::applicationDirPath());
  candidates << dir.filePath(QStringLiteral("../share/grashof/rsc"));
  // The binary of preset P is build/P/grashof, tests are one folder deeper.
  for (int up = 0; up < 4; ++up) {
    candidates << dir.filePath(QStringLiteral("rsc"));
    if (!dir.cdUp()) break;
  }
  for (const QString& folder : candidates)
    if (QFileInfo::exists(folder + QStringLiteral("/four_bar.urdf"))) return QDir::cleanPath(folder);
  return {};
}

QVector<Example> examples() {
  const auto tr = [](const char* text) { return QCoreApplication::translate("Examples", text); };
  using K = Example::Kind;
  const QVector<Example> all = {
      {QStringLiteral("four_bar"), tr("Four-bar"), tr("1 loop, 1 DoF. Start here."), K::Planar},
      {QStringLiteral("slider_crank"), tr("Slider-crank"), tr("1 loop, 1 DoF. A rail closure."), K::Planar},
      {QStringLiteral("five_bar"), tr("Five-bar leg"), tr("1 loop, 2 DoF. Two axes."), K::Planar},
      {QStringLiteral("minitaur"), tr("Minitaur"), tr("4 loops. Floating base."), K::Legs},
      {QStringLiteral("strandbeest"), tr("Strandbeest"), tr("36 closures. 12 legs, 1 crank."), K::Legs},
      {QStringLiteral("parallelogram"), tr("Parallelogram"), tr("2 loops. A redundant bar."), K::Planar},
      {QStringLiteral("delta"), tr("Delta robot"), tr("3 arms, spherical ends."), K::Spatial},
      {QStringLiteral("stewart"), tr("Stewart platform"), tr("6 legs, 6 DoF."), K::Spatial},
      {QStringLiteral("gripper"), tr("Parallel gripper"), tr("Loops and mimic joints."), K::Planar}};
  QVector<Example> found;
  const QString folder = examplesFolder();
  for (Example example : all) {
    example.path = folder + u'/' + example.path + QStringLiteral(".urdf");
    if (!folder.isEmpty() && QFileInfo::exists(example.path)) found.append(example);
  }
  return found;
}

}  // namespace grashof
