#include "ui/inspector/inspector_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/basic.h"

namespace grashof {

InspectorPage::InspectorPage(const Workbench& bench, QWidget* parent)
    : QWidget(parent),
      bench_(bench),
      column_(new QVBoxLayout(this)),
      banner_(new QWidget),
      bannerText_(new QLabel) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(0);
  banner_->setObjectName(QStringLiteral("Banner"));
  banner_->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(banner_);
  row->setContentsMargins(8, 6, 8, 6);
  row->setSpacing(8);
  row->addWidget(new IconLabel(QStringLiteral("warning"), QStringLiteral("warning"), 16), 0, Qt::AlignTop);
  bannerText_->setWordWrap(true);
  row->addWidget(bannerText_, 1);
  auto* frame = new QWidget;
  auto* frameRow = new QVBoxLayout(frame);
  frameRow->setContentsMargins(12, 8, 12, 4);
  frameRow->addWidget(banner_);
  column_->addWidget(frame);
  banner_ = frame;
  banner_->hide();
}

void InspectorPage::setIndex(int index) {
  index_ = index;
  banner_->hide();
  if (!isIndexValid()) return;
  refresh();
  refreshLive();
}

Section* InspectorPage::addSection(const QString& title) {
  auto* section = new Section(title, bench_.settings);
  column_->addWidget(section);
  return section;
}

bool InspectorPage::apply(const Edit& edit, const QString& undoText, int gesture) {
  const Diagnostics findings = bench_.document->apply(edit, undoText, gesture);
  const bool isRefused = hasErrors(findings);
  QString reason;
  for (const Diagnostic& finding : findings)
    if (finding.severity == Severity::Error && reason.isEmpty())
      reason = QString::fromStdString(finding.message);
  bannerText_->setText(reason);
  banner_->setVisible(isRefused);
  // The fields show the value that is in force.
  if (isRefused && isIndexValid()) refresh();
  return !isRefused;
}

}  // namespace grashof
