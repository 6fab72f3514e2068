#include "ui/source_panel.h"

#include <QHBoxLayout>

#include "ui/source_view.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/segment.h"

namespace grashof {
namespace {
constexpr int kRefreshMs = 120;  // a drag edits many times a second
constexpr int kContext = 3;
}  // namespace

std::vector<SourceRow> sourceRows(const TextDiff& diff, bool onlyChanges) {
  std::vector<SourceRow> rows;
  const auto add = [&](const DiffLine& line) {
    rows.push_back({line.kind, line.oldNumber, line.newNumber, QString::fromStdString(line.text), 0});
  };
  if (!onlyChanges) {
    for (const DiffLine& line : diff.lines)
      if (line.kind != DiffKind::Removed) add(line);
    return rows;
  }
  for (const DiffSpan& span : foldUnchanged(diff, kContext)) {
    if (span.folded) {
      SourceRow fold;
      fold.folded = span.count;
      rows.push_back(fold);
      continue;
    }
    for (int i = span.first; i < span.first + span.count; ++i) add(diff.lines[static_cast<std::size_t>(i)]);
  }
  return rows;
}

int sourceLineOf(ElementRef ref, const Mechanism& mechanism, const Analysis& analysis) {
  const auto i = static_cast<std::size_t>(ref.index);
  switch (ref.kind) {
    case ElementKind::Link:
      return i < mechanism.links.size() ? mechanism.links[i].source.line : 0;
    case ElementKind::Joint:
      return i < mechanism.joints.size() ? mechanism.joints[i].source.line : 0;
    case ElementKind::Closure:
      return i < mechanism.closures.size() ? mechanism.closures[i].source.line : 0;
    case ElementKind::Loop:
      if (i < analysis.loops.size() && !analysis.loops[i].loop.closures.empty())
        return sourceLineOf({ElementKind::Closure, analysis.loops[i].loop.closures.front()}, mechanism,
                            analysis);
      return 0;
    case ElementKind::None:
      break;
  }
  return 0;
}

SourcePanel::SourcePanel(const Workbench& bench, QWidget* parent)
    : QWidget(parent),
      bench_(bench),
      view_(new SourceView),
      file_(new ElidedLabel),
      words_(new ElidedLabel),
      added_(new Badge),
      removed_(new Badge),
      mode_(new Segment) {
  setObjectName(QStringLiteral("Panel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* header = new QWidget;
  header->setFixedHeight(34);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(12, 0, 12, 0);
  row->setSpacing(8);
  file_->setProperty("role", QStringLiteral("section"));
  file_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  row->addWidget(file_);
  row->addWidget(added_);
  row->addWidget(removed_);
  words_->setProperty("role", QStringLiteral("label"));
  words_->setObjectName(QStringLiteral("SourceWords"));
  row->addWidget(words_, 1);
  mode_->addChoice(tr("Text"));
  mode_->addChoice(tr("Changes"));
  mode_->setFixedWidth(136);
  row->addWidget(mode_);
  column->addWidget(header);
  column->addWidget(rule());
  column->addWidget(view_, 1);
  timer_.setSingleShot(true);
  timer_.setInterval(kRefreshMs);
  connect(&timer_, &QTimer::timeout, this, &SourcePanel::refresh);
  connect(mode_, &Segment::chosen, this, &SourcePanel::refresh);
  connect(bench.document, &Document::mechanismChanged, this, [this] { refreshLater(); });
  connect(bench.document, &Document::fileChanged, this, &SourcePanel::refreshLater);
  connect(bench.document, &Document::modifiedChanged, this, [this] { refreshLater(); });
  connect(bench.selection, &Selection::changed, this, &SourcePanel::followSelection);
}

void SourcePanel::refreshLater() {
  isStale_ = true;
  if (isVisible() && !timer_.isActive()) timer_.start();
}

void SourcePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (isStale_) refresh();
  followSelection();
}

void SourcePanel::refresh() {
  isStale_ = false;
  const Document& document = *bench_.document;
  diff_ = document.isEmpty() ? TextDiff{} : diffTexts(document.textOnDisk(), document.textToSave());
  file_->setText(document.isEmpty() ? QString() : document.title());
  added_->show(diff_.added ? QStringLiteral("+%1").arg(diff_.added) : QString(), QStringLiteral("success"));
  removed_->show(diff_.removed ? QChar(0x2212) + QString::number(diff_.removed) : QString(),
                 QStringLiteral("error"));
  QString words = tr("Saving changes nothing.");
  if (diff_.places == 1) words = tr("Saving changes 1 place. All else keeps its bytes.");
  if (diff_.places > 1) words = tr("Saving changes %1 places. All else keeps its bytes.").arg(diff_.places);
  words_->setText(document.isEmpty() ? QString() : words);
  const bool onlyChanges = mode_->current() == 1;
  view_->setRows(sourceRows(diff_, onlyChanges && diff_.places > 0), onlyChanges && diff_.places > 0);
  followSelection();
}

void SourcePanel::showLine(int line) {
  view_->markLine(line);
}

void SourcePanel::followSelection() {
  if (!isVisible()) return;
  const int line =
      sourceLineOf(bench_.selection->current(), *bench_.document->mechanism(), bench_.document->analysis());
  if (line > 0) view_->markLine(line);
}

}  // namespace grashof
