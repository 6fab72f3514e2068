#include "ui/problems_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <algorithm>

#include "core/mechanism/quick_fix.h"
#include "ui/problem_delegate.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/empty_state.h"

namespace grashof {
namespace {

/// Mended by a folder, not by an edit.
bool isPackageMissing(const Diagnostic& finding) {
  return finding.code == "unresolved-package";
}

}  // namespace

void ProblemsModel::setFindings(const Diagnostics& findings, MechanismPtr mechanism) {
  beginResetModel();
  findings_ = findings;
  std::stable_sort(findings_.begin(), findings_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    if (a.severity != b.severity) return a.severity > b.severity;
    return a.where.line < b.where.line;
  });
  fixLabels_.clear();
  for (const Diagnostic& finding : findings_) {
    const std::vector<QuickFix> fixes = quickFixes(*mechanism, finding);
    if (fixes.empty() && isPackageMissing(finding))
      fixLabels_.push_back(tr("Locate folder…"));
    else
      fixLabels_.push_back(fixes.empty() ? QString() : QString::fromStdString(fixes.front().label));
  }
  endResetModel();
}

int ProblemsModel::fixCount() const {
  int count = 0;
  for (std::size_t i = 0; i < findings_.size(); ++i)
    if (!fixLabels_[i].isEmpty() && !isPackageMissing(findings_[i])) ++count;
  return count;
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(findings_.size());
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Diagnostic& finding = findings_[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return QString::fromStdString(finding.message);
  if (role == Qt::ToolTipRole)
    return QString::fromStdString(finding.message + (finding.hint.empty() ? "" : "\n" + finding.hint) +
                                  "\n[" + finding.code + "]");
  return {};
}

ElementRef elementOf(const Diagnostic& finding, const Mechanism& mechanism) {
  // Closures often have no name of their own; the element's path tells the kind.
  const bool isClosure = finding.element.find("constraints/") != std::string::npos;
  if (!isClosure) {
    if (const int link = mechanism.findLink(finding.subject);
        link >= 0 && finding.element.find("/joint") == std::string::npos)
      return {ElementKind::Link, link};
    if (const int joint = mechanism.findJoint(finding.subject); joint >= 0)
      return {ElementKind::Joint, joint};
  }
  for (std::size_t i = 0; i < mechanism.closures.size(); ++i) {
    const Closure& closure = mechanism.closures[i];
    if (!finding.subject.empty() && displayName(closure, static_cast<int>(i)) == finding.subject)
      return {ElementKind::Closure, static_cast<int>(i)};
    if (isClosure && finding.where.line > 0 && closure.source.line == finding.where.line)
      return {ElementKind::Closure, static_cast<int>(i)};
  }
  return {};
}

ProblemsPanel::ProblemsPanel(const Workbench& bench, QWidget* parent)
    : QWidget(parent), bench_(bench), model_(new ProblemsModel(this)), list_(new QListView) {
  setObjectName(QStringLiteral("Panel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  header_ = buildHeader();
  column->addWidget(header_);
  list_->setObjectName(QStringLiteral("ProblemsList"));
  list_->setModel(model_);
  auto* delegate = new ProblemDelegate(list_);
  list_->setItemDelegate(delegate);
  list_->setMouseTracking(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  column->addWidget(list_, 1);
  empty_ = new EmptyState(QStringLiteral("success"), tr("No problems"),
                          tr("The file is complete and its loops make sense."));
  column->addWidget(empty_, 1);
  connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
  connect(list_, &QListView::activated, this, [this](const QModelIndex& index) { choose(index.row()); });
  connect(delegate, &ProblemDelegate::fixClicked, this, &ProblemsPanel::fix);
  connect(bench.document, &Document::diagnosticsChanged, this, &ProblemsPanel::refresh);
  connect(&theme(), &Theme::changed, list_->viewport(), qOverload<>(&QWidget::update));
  refresh();
}

QWidget* ProblemsPanel::buildHeader() {
  auto* header = new QWidget;
  header->setFixedHeight(34);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(14, 0, 12, 0);
  row->setSpacing(6);
  const char* kinds[] = {"error", "warning", "note"};
  for (int i = 0; i < 3; ++i) {
    const QString kind = QString::fromLatin1(kinds[i]);
    icons_[i] = new IconLabel(kind, kind == u"note" ? QStringLiteral("info") : kind, 16);
    counts_[i] = roleLabel({}, "small");
    row->addWidget(icons_[i]);
    row->addWidget(counts_[i]);
    row->addSpacing(6);
  }
  row->addStretch(1);
  fixAll_ = new QPushButton;
  fixAll_->setProperty("compact", true);
  fixAll_->setObjectName(QStringLiteral("FixAll"));
  connect(fixAll_, &QPushButton::clicked, this, &ProblemsPanel::fixAll);
  row->addWidget(fixAll_);
  return header;
}

void ProblemsPanel::setExtraFindings(const Diagnostics& findings) {
  extra_ = findings;
  refresh();
}

void ProblemsPanel::refresh() {
  Diagnostics all = bench_.document->diagnostics();
  for (const Diagnostic& finding : extra_)
    if (std::find(all.begin(), all.end(), finding) == all.end()) all.push_back(finding);
  model_->setFindings(all, bench_.document->mechanism());
  const Severity severities[] = {Severity::Error, Severity::Warning, Severity::Note};
  const QString one[] = {tr("1 error"), tr("1 warning"), tr("1 note")};
  const QString many[] = {tr("%1 errors"), tr("%1 warnings"), tr("%1 notes")};
  for (int i = 0; i < 3; ++i) {
    const int count = countOf(all, severities[i]);
    counts_[i]->setVisible(count > 0);
    icons_[i]->setVisible(count > 0);
    counts_[i]->setText(count == 1 ? one[i] : many[i].arg(count));
  }
  const int fixes = model_->fixCount();
  fixAll_->setVisible(fixes > 1);
  fixAll_->setText(tr("Fix all %1").arg(fixes));
  list_->setVisible(!all.empty());
  header_->setVisible(!all.empty());
  empty_->setVisible(all.empty());
  Q_EMIT countChanged(static_cast<int>(all.size()));
}

void ProblemsPanel::choose(int row) {
  if (row < 0 || row >= model_->rowCount()) return;
  const Diagnostic finding = model_->finding(row);
  const ElementRef element = elementOf(finding, *bench_.document->mechanism());
  if (element.kind != ElementKind::None) bench_.selection->select(element);
  if (finding.where.line > 0) Q_EMIT lineChosen(finding.where.line);
}

void ProblemsPanel::fix(int row) {
  if (row < 0 || row >= model_->rowCount()) return;
  if (isPackageMissing(model_->finding(row))) {
    Q_EMIT packageFolderWanted();
    return;
  }
  const std::vector<QuickFix> fixes = quickFixes(*bench_.document->mechanism(), model_->finding(row));
  if (!fixes.empty()) bench_.document->apply(fixes.front().edit, QString::fromStdString(fixes.front().label));
}

void ProblemsPanel::fixAll() {
  // An edit replaces a whole element, so that each fix is made on the mechanism that the last one left.
  const int gesture = Document::nextGesture();
  const Diagnostics findings = model_->findings();
  const QString text = fixAll_->text();
  for (const Diagnostic& finding : findings) {
    const std::vector<QuickFix> fixes = quickFixes(*bench_.document->mechanism(), finding);
    if (!fixes.empty()) bench_.document->apply(fixes.front().edit, text, gesture);
  }
}

}  // namespace grashof
