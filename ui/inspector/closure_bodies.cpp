#include "ui/inspector/closure_bodies.h"

#include <QPainter>
#include <QVBoxLayout>
#include <utility>

#include "ui/inspector/field_row.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/elided_combo.h"

namespace grashof {
namespace {

/// Body 1 is a filled dot, body 2 a ring, in the list as in the view.
QIcon bodyMark(bool isFirst, qreal ratio) {
  QPixmap pixmap(QSize(14, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor color =
      theme().color(isFirst ? QStringLiteral("glyph.anchor1") : QStringLiteral("glyph.anchor2"));
  painter.setPen(isFirst ? Qt::NoPen : QPen(color, 2));
  if (isFirst) painter.setBrush(color);
  painter.drawEllipse(QPointF(7, 7), 4, 4);
  return QIcon(pixmap);
}

}  // namespace

ClosureBodiesSection::ClosureBodiesSection(const Workbench& bench, QWidget* parent)
    : ClosureSection(tr("Bodies"), bench, parent) {
  auto* swap = smallButton(QStringLiteral("swap"), tr("Swap the bodies; the point stays where it is"));
  swap->setObjectName(QStringLiteral("SwapBodies"));
  connect(swap, &QToolButton::clicked, this, &ClosureBodiesSection::swapBodies);
  head()->addRight(swap);
  body1_ = bodyBox(tr("Body 1"), QStringLiteral("Body1"), true, &row1_);
  body2_ = bodyBox(tr("Body 2"), QStringLiteral("Body2"), false, &row2_);
}

QComboBox* ClosureBodiesSection::bodyBox(const QString& label, const QString& objectName, bool isFirst,
                                         FieldRow** row) {
  auto* box = new ElidedCombo;
  box->setIconSize({14, 14});
  box->setObjectName(objectName);
  connect(box, &QComboBox::textActivated, this, [this, isFirst](const QString& text) {
    Q_EMIT edited(isFirst ? tr("Change body 1 of") : tr("Change body 2 of"), -1,
                  [&](Closure& next) { (isFirst ? next.body1 : next.body2) = text.toStdString(); });
  });
  *row = new FieldRow(label, box);
  body()->addWidget(*row);
  return box;
}

void ClosureBodiesSection::swapBodies() {
  const ModelPtr model = bench_.document->model();
  const int link1 = mechanism().findLink(closure().body1), link2 = mechanism().findLink(closure().body2);
  if (!model || link1 < 0 || link2 < 0) return;
  // The file's anchor of body 2 is the point that coincides at the nominal pose, so that is where to convert.
  const TreeState tree = [&] {
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, {model->nominal.data(), static_cast<std::size_t>(model->nq)}, {}, state);
    return state;
  }();
  const Pose X_L2L1 = linkPose(*model, tree, link2).inverse() * linkPose(*model, tree, link1);
  Q_EMIT edited(tr("Swap the bodies of"), -1, [&](Closure& next) {
    const Vector3d anchor = next.anchor;
    next.anchor = next.anchor2.value_or(X_L2L1 * anchor);
    if (next.anchor2) next.anchor2 = anchor;
    for (Vector3d& axis : next.axes) axis = X_L2L1.R * axis;
    std::swap(next.body1, next.body2);
    std::swap(next.axisA, next.axisB);
  });
}

void ClosureBodiesSection::refresh() {
  for (QComboBox* box : {body1_, body2_}) {
    box->clear();
    const QIcon mark = bodyMark(box == body1_, devicePixelRatioF());
    for (const Link& link : mechanism().links) box->addItem(mark, QString::fromStdString(link.name));
  }
  body1_->setCurrentText(QString::fromStdString(closure().body1));
  body2_->setCurrentText(QString::fromStdString(closure().body2));
  row2_->setProblem(closure().body1 == closure().body2 ? tr("Both bodies are the same.") : QString());
}

}  // namespace grashof
