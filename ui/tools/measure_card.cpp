#include "ui/tools/measure_card.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/quantity.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/elided_combo.h"

namespace grashof {
namespace {
constexpr int kWidth = 272;

QString millimetres(double metres) {
  return restingText(metres * unitScale(Quantity::Length), unitChoice().millimetres ? 3 : 6);
}
}  // namespace

MeasureCard::MeasureCard(QWidget* parent) : Card(parent, 10) {
  setObjectName(QStringLiteral("MeasureCard"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kShadow + 12, kShadow + 12, kShadow + 12, kShadow + 12);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(new IconLabel(QStringLiteral("measure"), QStringLiteral("accent_text"), 18));
  title_ = new ElidedLabel({}, nullptr, Qt::ElideMiddle);
  title_->setObjectName(QStringLiteral("CardTitle"));
  head->addWidget(title_, 1);
  column->addLayout(head);
  grid_ = new QGridLayout;
  grid_->setHorizontalSpacing(10);
  grid_->setVerticalSpacing(6);
  for (int c = 1; c < 4; ++c) grid_->setColumnStretch(c, 1);
  grid_->addWidget(roleLabel(tr("Distance"), "label"), 0, 0);
  distance_ = cell(0, 1, "number");
  distance_->setObjectName(QStringLiteral("MeasuredDistance"));
  angleLabel_ = roleLabel(tr("Angle"), "label");
  grid_->addWidget(angleLabel_, 1, 0);
  angle_ = cell(1, 1, "number");
  angle_->setObjectName(QStringLiteral("MeasuredAngle"));
  const char* axes[] = {"X", "Y", "Z"};
  for (int c = 0; c < 3; ++c) {
    auto* letter = roleLabel(QString::fromLatin1(axes[c]), "faint");
    letter->setAlignment(Qt::AlignRight);
    grid_->addWidget(letter, 2, c + 1);
  }
  const QString names[] = {tr("Point 1"), tr("Point 2"), tr("2 − 1")};
  for (int r = 0; r < 3; ++r) {
    grid_->addWidget(roleLabel(names[r], "label"), r + 3, 0);
    for (int c = 0; c < 3; ++c) {
      numbers_[r][c] = cell(r + 3, c + 1, "number");
      numbers_[r][c]->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  column->addLayout(grid_);
  auto* row = new QHBoxLayout;
  row->addWidget(roleLabel(tr("Seen from"), "label"));
  frame_ = new ElidedCombo;
  frame_->setObjectName(QStringLiteral("MeasureFrame"));
  frame_->addItem(tr("World"));
  row->addWidget(frame_, 1);
  column->addLayout(row);
  connect(frame_, &QComboBox::activated, this, &MeasureCard::frameChosen);
  setFixedWidth(kWidth + 2 * kShadow);
  hide();
}

QLabel* MeasureCard::cell(int row, int column, const char* role) {
  QLabel* label = roleLabel({}, role);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  grid_->addWidget(label, row, column, 1, row < 2 ? 3 : 1);
  return label;
}

void MeasureCard::setFrames(const QStringList& links) {
  const QString chosen = frame_->currentText();
  const bool isWorld = frame_->currentIndex() <= 0;
  frame_->clear();
  frame_->addItem(tr("World"));
  frame_->addItems(links);
  frame_->setCurrentIndex(isWorld ? 0 : std::max(0, frame_->findText(chosen)));
}

int MeasureCard::frameLink() const {
  return frame_->currentIndex() - 1;
}

void MeasureCard::setFrameLink(int link) {
  frame_->setCurrentIndex(link + 1);
  Q_EMIT frameChosen();
}

void MeasureCard::showMeasurement(const QString& title, const Measurement& measurement) {
  title_->setText(title);
  distance_->setText(millimetres(measurement.distance) + u' ' + unitText(Quantity::Length));
  angleLabel_->setVisible(measurement.angle.has_value());
  angle_->setVisible(measurement.angle.has_value());
  if (measurement.angle)
    angle_->setText(restingText(*measurement.angle * unitScale(Quantity::Angle), 3) +
                    (unitChoice().degrees ? QString() : QStringLiteral(" ")) + unitText(Quantity::Angle));
  const Vector3d rows[] = {measurement.p1_F, measurement.p2_F, measurement.difference_F};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) numbers_[r][c]->setText(millimetres(rows[r][c]));
}

}  // namespace grashof
