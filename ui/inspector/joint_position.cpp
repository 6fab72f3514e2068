#include "ui/inspector/joint_position.h"

#include <QHBoxLayout>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

constexpr int kSliderSteps = 2000;

/// What the slider spans: the limits, or a full turn (half the mechanism's size for slides) about zero.
struct Span {
  double lower, upper;
};
Span sliderSpan(const MovableJoint& joint, double size) {
  const double reach = isRotary(joint.type) ? M_PI : std::max(size, 1e-3);
  return {std::isfinite(joint.lower) ? joint.lower : -reach,
          std::isfinite(joint.upper) ? joint.upper : reach};
}

}  // namespace

JointPositionSection::JointPositionSection(const Workbench& bench, QWidget* parent)
    : JointSection(tr("Position"), bench, parent),
      slider_(new QSlider(Qt::Horizontal)),
      q_(new NumberField(Quantity::Angle)) {
  auto* line = new QWidget;
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  slider_->setObjectName(QStringLiteral("JointSlider"));
  slider_->setRange(0, kSliderSteps);
  slider_->setMinimumWidth(60);
  q_->setObjectName(QStringLiteral("NumField"));
  q_->setAccessibleName(tr("Position"));
  q_->setFixedWidth(86);
  row->addWidget(slider_, 1);
  row->addWidget(q_);
  row_ = new FieldRow(QStringLiteral("q"), line);
  body()->addWidget(row_);
  connect(slider_, &QSlider::sliderPressed, this, [this] { gesture_ = Document::nextGesture(); });
  connect(slider_, &QSlider::valueChanged, this, [this](int step) {
    const int j = modelJoint();
    if (isShowing_ || j < 0) return;
    if (!slider_->isSliderDown()) gesture_ = Document::nextGesture();
    const ModelPtr model = bench_.simulation->model();
    const Span span = sliderSpan(model->joints[static_cast<std::size_t>(j)], model->size);
    moveTo(span.lower + (span.upper - span.lower) * step / kSliderSteps, gesture_);
  });
  connect(q_, &NumberField::edited, this, [this](double value, int gesture) { moveTo(value, gesture); });
  // A drag in the view that stops says so here as well.
  connect(bench.document, &Document::dragStopped, this, [this] { row_->setProblem(stopWords()); });
}

int JointPositionSection::modelJoint() const {
  const ModelPtr model = bench_.simulation->model();
  const auto& joints = bench_.document->mechanism()->joints;
  if (!model || joint_ < 0 || joint_ >= static_cast<int>(joints.size())) return -1;
  const int j = model->findJoint(jointAt(joint_).name);
  return j >= 0 && model->joints[static_cast<std::size_t>(j)].nv == 1 ? j : -1;
}

void JointPositionSection::moveTo(double value, int gesture) {
  const int j = modelJoint();
  if (j < 0 || bench_.simulation->isRunning()) return;
  const DragResult result = bench_.document->setJointCoordinate(j, value, gesture);
  const ModelPtr model = bench_.document->model();
  const MovableJoint& moved = model->joints[static_cast<std::size_t>(j)];
  const double reached =
      bench_.document->pose().size() == model->nq ? bench_.document->pose()[moved.q] : value;
  const bool stops = !result.isClosed || std::abs(reached - value) > (isRotary(moved.type) ? 2e-3 : 1e-4);
  const QString at = coordinateText(reached, isRotary(moved.type)), why = stopWords();
  row_->setProblem(!stops          ? QString()
                   : why.isEmpty() ? tr("The loops stop it at %1.").arg(at)
                                   : tr("Stops at %1. %2").arg(at, why));
}

QString JointPositionSection::stopWords() const {
  const DragStop& stop = bench_.document->lastDragStop();
  if (stop.reason.empty()) return {};
  QString words = sentence(QString::fromStdString(stop.reason));
  if (!stop.hint.empty()) words += u' ' + sentence(QString::fromStdString(stop.hint));
  return words;
}

void JointPositionSection::showJoint(int joint) {
  if (joint != joint_) row_->setProblem({});
  joint_ = joint;
  q_->setQuantity(jointAt(joint).type != JointType::Prismatic ? Quantity::Angle : Quantity::Length);
  setVisible(modelJoint() >= 0);
}

void JointPositionSection::refreshLive() {
  const int j = modelJoint();
  const ModelPtr model = bench_.simulation->model();
  const Snapshot& now = bench_.simulation->latest();
  if (j < 0 || model->joints[static_cast<std::size_t>(j)].q >= now.q.size()) return;
  const MovableJoint& moved = model->joints[static_cast<std::size_t>(j)];
  const double q = now.q[moved.q];
  const Span span = sliderSpan(moved, model->size);
  isShowing_ = true;
  q_->setValue(q);
  if (!slider_->isSliderDown())
    slider_->setValue(static_cast<int>(std::lround(
        std::clamp((q - span.lower) / std::max(1e-12, span.upper - span.lower), 0.0, 1.0) * kSliderSteps)));
  isShowing_ = false;
  slider_->setEnabled(!bench_.simulation->isRunning());
  q_->setReadOnly(bench_.simulation->isRunning());
}

}  // namespace grashof
