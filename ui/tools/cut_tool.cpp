#include "ui/tools/cut_tool.h"

#include "core/mechanism/actuation.h"
#include "ui/mechanism_rows.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/message_card.h"

namespace grashof {
namespace {
constexpr double kJointPx = 20;  // a joint is meant within this distance on the screen
}

CutTool::CutTool(const Workbench& bench, QWidget* view)
    : Tool(view), bench_(bench), message_(new MessageCard(view)) {
  // Loops are told by index: an edit or a new file may have moved them.
  connect(bench.document, &Document::mechanismChanged, this, [this] {
    if (isActive_) dim();
  });
  connect(bench.document, &Document::modelChanged, this, [this] {
    if (isActive_) dim();
  });
}

bool CutTool::isReady() const {
  return bench_.document->model() && bench_.document->isModelCurrent() &&
         !bench_.document->analysis().loops.empty();
}

void CutTool::enter() {
  isActive_ = true;
  bench_.simulation->pause();
  dim();
  if (!isReady()) return;
  const ElementRef selected = bench_.selection->current();
  int loop = loopThrough(*bench_.document->model(), bench_.document->analysis(), selected, -1);
  if (loop < 0 && bench_.document->analysis().loops.size() == 1) loop = 0;
  if (loop < 0) return;
  light(loop, 0);
  if (selected.kind == ElementKind::Joint) light(loop, std::max(0, placeOfJoint(selected.index)));
}

void CutTool::leave() {
  dim();
  isActive_ = false;
  bench_.selection->hover({});
}

int CutTool::joint() const {
  return place_ >= 0 && place_ < static_cast<int>(picture_.places.size())
             ? picture_.places[static_cast<std::size_t>(place_)].joint
             : -1;
}

int CutTool::placeOfJoint(int joint) const {
  for (std::size_t i = 0; i < picture_.places.size(); ++i)
    if (picture_.places[i].joint == joint) return static_cast<int>(i);
  return -1;
}

int CutTool::placeNear(const Vector3d& p_W) const {
  int nearest = -1;
  double least = 1e300;
  for (std::size_t i = 0; i < picture_.places.size(); ++i)
    if (const double d = (picture_.places[i].p_W - p_W).norm(); d < least) {
      least = d;
      nearest = static_cast<int>(i);
    }
  return nearest;
}

void CutTool::hovered(const PickResult& pick) {
  if (!isReady()) return;
  const Model& model = *bench_.document->model();
  const Analysis& analysis = bench_.document->analysis();
  // A joint near the pointer first, then what lies under it.
  ElementRef under;
  for (const SnapCandidate& snap : pick.snaps) {
    if (snap.kind != SnapCandidate::Kind::JointOrigin || snap.distancePx > kJointPx) continue;
    const ElementRef candidate{ElementKind::Joint, model.mechanism->findJoint(snap.name)};
    if (const int loop = loopThrough(model, analysis, candidate, loop_); loop >= 0) {
      under = candidate;
      if (loop == loop_) break;
    }
  }
  if (under.kind == ElementKind::None) under = pick.element;
  if (under.kind == ElementKind::None && pick.link >= 0) under = {ElementKind::Link, pick.link};
  const int loop = loopThrough(model, analysis, under, loop_);
  if (loop < 0) return;
  if (loop != loop_) light(loop, -1);
  light(loop, under.kind == ElementKind::Joint ? placeOfJoint(under.index) : placeNear(pick.p_W));
}

void CutTool::clicked(const PickResult& pick, Qt::KeyboardModifiers) {
  if (pick.link < 0 && pick.element.kind == ElementKind::None && pick.snaps.empty()) return;
  hovered(pick);
  cut();
}

bool CutTool::next() {
  if (picture_.places.empty()) return nextGroup();
  light(loop_, (place_ + 1) % static_cast<int>(picture_.places.size()));
  return true;
}

bool CutTool::nextGroup() {
  if (!isReady()) return false;
  light((loop_ + 1) % static_cast<int>(bench_.document->analysis().loops.size()), 0);
  return true;
}

bool CutTool::confirm() {
  if (joint() < 0) return false;
  cut();
  return true;
}

bool CutTool::escape() {
  if (!isRefused_) return false;
  isRefused_ = false;
  Q_EMIT cardChanged();
  return true;
}

void CutTool::cut() {
  if (!isReady() || joint() < 0) return;
  ToastText toast;
  const std::string loop = bench_.document->analysis().loops[static_cast<std::size_t>(loop_)].loop.name;
  for (const Diagnostic& finding : performCut(bench_, joint(), loop, toast))
    if (finding.severity == Severity::Error) {
      isRefused_ = true;
      message_->showMessage(QStringLiteral("error"), sentence(QString::fromStdString(finding.message)),
                            sentence(QString::fromStdString(finding.hint)));
      Q_EMIT cardChanged();
      return;
    }
  Q_EMIT announced(toast);
}

void CutTool::light(int loop, int place) {
  const bool isSame = loop == loop_ && place == place_;
  if (loop != loop_) {
    loop_ = loop;
    picture_ = loopPicture(*bench_.document->model(), bench_.document->analysis(), loop,
                           bench_.simulation->latest().linkPoses);
    bench_.selection->select({ElementKind::Loop, loop});
    ViewEmphasis emphasis;
    emphasis.links = picture_.links;
    emphasis.tint = theme().color(QStringLiteral("glyph.loop"));
    Q_EMIT emphasisChanged(emphasis);
  }
  place_ = std::min(place, static_cast<int>(picture_.places.size()) - 1);
  if (isSame) return;
  if (isRefused_) {
    isRefused_ = false;
    Q_EMIT cardChanged();
  }
  if (joint() >= 0) bench_.selection->hover({ElementKind::Joint, joint()});
  show();
  Q_EMIT hintChanged();
}

void CutTool::dim() {
  loop_ = place_ = -1;
  picture_ = {};
  isRefused_ = false;
  bench_.selection->hover({});
  Q_EMIT overlayChanged({});
  Q_EMIT emphasisChanged({});
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
}

void CutTool::show() {
  const QColor violet = theme().color(QStringLiteral("glyph.loop")),
               accent = theme().color(QStringLiteral("accent"));
  ToolOverlay overlay;
  OverlayLine path;
  path.points_W = picture_.path_W;
  path.color = violet;
  path.widthPx = 1.8;
  path.isClosed = true;
  path.fill = violet;
  path.fill.setAlphaF(0.1F);
  overlay.lines.push_back(path);
  const auto label = [&](const Vector3d& p_W, const QString& text, const QString& icon, int rank,
                         bool isPrimary) {
    OverlayLabel entry;
    entry.p_W = p_W;
    entry.text = text;
    entry.icon = icon;
    entry.rank = rank;
    entry.isPrimary = isPrimary;
    overlay.labels.push_back(entry);
  };
  const Mechanism& mechanism = *bench_.document->model()->mechanism;
  for (std::size_t i = 0; i < picture_.places.size(); ++i) {
    const CutPlace& place = picture_.places[i];
    const Joint& joint = mechanism.joints[static_cast<std::size_t>(place.joint)];
    const bool isChosen = static_cast<int>(i) == place_;
    overlay.points.push_back({place.p_W,
                              place.isCutNow ? OverlayPoint::Shape::Scissors : OverlayPoint::Shape::Ring,
                              isChosen ? accent : violet, isChosen ? 20.0 : 12.0});
    label(place.p_W, QString::fromStdString(joint.name) + QStringLiteral(" · ") + place.badge,
          isActuated(joint) ? QStringLiteral("motor") : jointIcon(joint.type), place.rank, isChosen);
  }
  if (picture_.closure_W) {
    overlay.points.push_back({*picture_.closure_W, OverlayPoint::Shape::Scissors, QColor(), 0});
    label(*picture_.closure_W, picture_.closureName + tr(" · cut now"), QStringLiteral("scissors"), -1,
          false);
    overlay.labels.back().iconColor = theme().color(QStringLiteral("cut"));
  }
  Q_EMIT overlayChanged(overlay);
}

Hint CutTool::hint() const {
  const QString iconName = QStringLiteral("cut");
  if (bench_.document->analysis().loops.empty())
    return {iconName, tr("There is no loop to cut. Pin two points first"), {{tr("Esc"), tr("leaves")}}};
  const QVector<Hint::Key> keys{
      {tr("Tab"), tr("next joint")}, {tr("Shift+Tab"), tr("next loop")}, {tr("Esc"), tr("leaves")}};
  if (joint() < 0 || !bench_.document->model())
    return {iconName, tr("Point at a loop to see where to cut it"), keys};
  const CutPlace& place = picture_.places[static_cast<std::size_t>(place_)];
  const QString name = QString::fromStdString(
      bench_.document->model()->mechanism->joints[static_cast<std::size_t>(place.joint)].name);
  const QString reason = place.reason.section(u',', 0, 1);
  return {iconName, tr("Click to cut %1: %2").arg(name, reason), keys};
}

QWidget* CutTool::card() const {
  return isRefused_ ? message_ : nullptr;
}

Vector3d CutTool::cardAnchor() const {
  return joint() >= 0 ? picture_.places[static_cast<std::size_t>(place_)].p_W : Vector3d(Vector3d::Zero());
}

}  // namespace grashof
