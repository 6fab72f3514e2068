#include "ui/inspector/mimic_export_section.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/mechanism/actuation.h"
#include "ui/inspector/field_row.h"
#include "ui/quantity.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/elided_combo.h"

namespace grashof {
namespace {

/// Rounding noise of an exact fit is no error.
QString errorText(double error, bool isRotary) {
  if (error < 1e-8) return isRotary ? QStringLiteral("0°") : QStringLiteral("0 mm");
  if (isRotary) return shortText(error * 180 / M_PI, 2) + u'°';
  const NumberAndUnit text = gapText(error);
  return text.number + u' ' + text.unit;
}

}  // namespace

MimicExportSection::MimicExportSection(const Workbench& bench, QWidget* parent)
    : Section(tr("As mimics"), bench.settings, parent), bench_(bench), driver_(new ElidedCombo) {
  head()->setDim(tr("for readers without loops"));
  driver_->setObjectName(QStringLiteral("MimicDriver"));
  body()->addWidget(new FieldRow(tr("Driven by"), driver_));
  connect(driver_, &QComboBox::activated, this, &MimicExportSection::forget);
  words_ = roleLabel({}, "label");
  words_->setObjectName(QStringLiteral("MimicFitWords"));
  words_->setWordWrap(true);
  body()->addWidget(words_);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  fitButton_ = new QPushButton(tr("Fit over the travel"));
  fitButton_->setObjectName(QStringLiteral("MimicFitButton"));
  exportButton_ = new QPushButton(tr("Export…"));
  exportButton_->setObjectName(QStringLiteral("MimicExportButton"));
  row->addWidget(fitButton_, 1);
  row->addWidget(exportButton_, 1);
  body()->addLayout(row);
  connect(fitButton_, &QPushButton::clicked, this, &MimicExportSection::fitNow);
  connect(exportButton_, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(fit_); });
}

void MimicExportSection::showLoop(int loop) {
  loop_ = loop;
  const ModelPtr model = bench_.document->model();
  const QString before = driver_->currentText();
  driver_->clear();
  const auto& loops = bench_.document->analysis().loops;
  if (model && loop >= 0 && loop < static_cast<int>(loops.size()))
    for (const int j : loops[static_cast<std::size_t>(loop)].loop.joints) {
      const Joint& joint = model->mechanism->joints[static_cast<std::size_t>(j)];
      if (hasOneDof(joint.type) && !joint.isCut) driver_->addItem(QString::fromStdString(joint.name));
    }
  // Unless another was chosen before: what the machine is driven by.
  int chosen = driver_->findText(before);
  for (int i = 0; chosen < 0 && i < driver_->count(); ++i) {
    const int j = model->mechanism->findJoint(driver_->itemText(i).toStdString());
    if (isActuated(model->mechanism->joints[static_cast<std::size_t>(j)])) chosen = i;
  }
  driver_->setCurrentIndex(std::max(0, chosen));
  setVisible(driver_->count() > 0);
  forget();
}

void MimicExportSection::forget() {
  fit_ = {};
  words_->setText(tr("Each joint of the loop becomes a line over the driver's travel; the closure goes."));
  words_->setMinimumHeight(0);
  exportButton_->setEnabled(false);
}

void MimicExportSection::fitNow() {
  const ModelPtr model = bench_.document->model();
  if (!model || !bench_.document->isModelCurrent()) return;
  fit_ = bench_.document->fitMimics(model->findJoint(driver_->currentText().toStdString()));
  const bool isFitted = fit_.problem.empty();
  QStringList lines;
  for (const FittedMimic& f : fit_.joints) {
    const MovableJoint& joint = model->joints[static_cast<std::size_t>(f.joint)];
    const bool turns = isRotary(joint.type);
    lines << (f.isStill ? tr("%1 stands still").arg(QString::fromStdString(joint.name))
                        : tr("%1: × %2, within %3")
                              .arg(QString::fromStdString(joint.name), shortText(f.multiplier, 3),
                                   errorText(f.maxError, turns)));
  }
  lines << QString::fromStdString(isFitted ? fit_.words : fit_.problem);
  words_->setText(lines.join(u'\n'));
  words_->setMinimumHeight(words_->heightForWidth(std::max(words_->width(), 200)));
  exportButton_->setEnabled(isFitted);
}

}  // namespace grashof
