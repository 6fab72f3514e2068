#include "ui/tools/assemblies_tool.h"

#include <QUndoStack>

#include "app/close_loops.h"
#include "render/offscreen_picture.h"
#include "render/viewport_widget.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/loops_card.h"

namespace grashof {
namespace {

constexpr QSize kPicture{84, 60};  // px
constexpr std::size_t kMostPictures = 5;

std::vector<QImage> picturesOf(const Model& model, const Scene& scene, const Assemblies& found,
                               const PictureOptions& options) {
  std::vector<QImage> pictures;
  for (std::size_t i = 0; i < std::min(found.found.size(), kMostPictures); ++i) {
    std::string problem;
    QImage picture = renderPicture(scene, makeSceneFrame(model, found.found[i].q), options, problem);
    picture.setDevicePixelRatio(options.pixelRatio);
    pictures.push_back(picture);
  }
  return pictures;
}

}  // namespace

AssembliesTool::AssembliesTool(const Workbench& bench, ViewportWidget* viewport, QWidget* view)
    : Tool(view),
      bench_(bench),
      viewport_(viewport),
      card_(new LoopsCard(QStringLiteral("branches"), tr("Take it"), view)) {
  connect(card_, &LoopsCard::pointedAt, this, &AssembliesTool::point);
  connect(card_, &LoopsCard::chosen, this, &AssembliesTool::take);
  connect(bench.document, &Document::modelChanged, this, [this] {
    if (isActive_) search();
  });
}

void AssembliesTool::enter() {
  isActive_ = true;
  bench_.simulation->pause();
  search();
}

void AssembliesTool::leave() {
  isActive_ = isSearching_ = false;
  assemblies_ = {};
  current_ = -1;
  Q_EMIT activityChanged({});
}

void AssembliesTool::search() {
  const ModelPtr model = bench_.document->model();
  const ScenePtr scene = viewport_->scene();
  if (!model || !scene) return;
  isSearching_ = true;
  card_->showRows(tr("Looking for assemblies"), tr("The loops are closed from many starts."), {});
  Q_EMIT activityChanged(tr("Looking for assemblies"));
  Q_EMIT cardChanged();
  PictureOptions options;
  options.size = kPicture;
  options.pixelRatio = viewport_->devicePixelRatioF();
  options.theme = viewport_->theme();
  options.camera = viewport_->camera();
  options.hasScaleBar = false;
  ViewLayers& layers = options.options.layers;
  layers.grid = layers.anchors = layers.constraintAxes = layers.forces = layers.shadows = false;
  searcher_.post([this, model, scene, options, start = bench_.document->pose()]() -> Worker::Completion {
    Assemblies found = assembliesFrom(model, start);
    std::vector<QImage> pictures = picturesOf(*model, *scene, found, options);
    return [this, found = std::move(found), pictures = std::move(pictures), model] {
      if (isActive_ && model == bench_.document->model()) adopt(found, pictures);
    };
  });
}

void AssembliesTool::adopt(const Assemblies& found, const std::vector<QImage>& pictures) {
  isSearching_ = false;
  assemblies_ = found;
  QVector<LoopsRow> rows;
  for (std::size_t i = 0; i < found.found.size(); ++i) {
    const bool isHere = found.found[i].distance < 1e-6;
    LoopsRow row;
    row.text = tr("Assembly %1").arg(i + 1);
    row.detail = isHere ? QString() : tr("%1 away").arg(coordinateText(found.found[i].distance, true).mid(1));
    if (isHere) {
      row.badge = tr("Now");
      row.badgeKind = QStringLiteral("info");
    }
    if (i < pictures.size()) row.picture = pictures[i];
    rows.append(row);
  }
  card_->showRows(rows.isEmpty()     ? tr("The loops do not close")
                  : rows.size() == 1 ? tr("One way to assemble it")
                                     : tr("%1 ways to assemble it").arg(rows.size()),
                  found.driversKeepStart || rows.isEmpty() ? QString() : tr("The drivers had to move."),
                  rows);
  Q_EMIT activityChanged({});
  point(rows.isEmpty() ? -1 : 0);
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
}

void AssembliesTool::point(int assembly) {
  current_ = assembly < static_cast<int>(assemblies_.found.size()) ? assembly : -1;
  card_->setCurrent(current_);
}

void AssembliesTool::take(int assembly) {
  if (assembly < 0 || assembly >= static_cast<int>(assemblies_.found.size())) return;
  const Diagnostics findings =
      bench_.document->adoptAssembly(assemblies_.found[static_cast<std::size_t>(assembly)].q);
  ToastText toast{QStringLiteral("success"), tr("Assembly %1 taken.").arg(assembly + 1), tr("Undo"),
                  [stack = bench_.document->undoStack()] { stack->undo(); }};
  for (const Diagnostic& finding : findings)
    if (finding.severity == Severity::Error)
      toast = {QStringLiteral("error"), sentence(QString::fromStdString(finding.message)), {}, {}};
  Q_EMIT announced(toast);
}

bool AssembliesTool::next() {
  if (assemblies_.found.empty()) return false;
  point((current_ + 1) % static_cast<int>(assemblies_.found.size()));
  return true;
}

bool AssembliesTool::confirm() {
  if (current_ < 0) return false;
  take(current_);
  return true;
}

Hint AssembliesTool::hint() const {
  return {QStringLiteral("branches"),
          isSearching_ ? tr("Looking for other ways to close the loops") : tr("Choose how the loops close"),
          {{tr("Tab"), tr("next")}, {tr("Enter"), tr("take it")}, {tr("Esc"), tr("leaves")}}};
}

QWidget* AssembliesTool::card() const {
  return isActive_ ? card_ : nullptr;
}

}  // namespace grashof
