#include "ui/tools/mimic_tool.h"

#include "core/mechanism/joint_types.h"
#include "ui/theme.h"
#include "ui/tools/mimic_card.h"

namespace grashof {
namespace {
constexpr double kJointPx = 20;
}

MimicTool::MimicTool(const Workbench& bench, QWidget* view)
    : Tool(view), bench_(bench), card_(new MimicCard(view)) {
  connect(card_, &MimicCard::edited, this, [this](double multiplier, double offset) {
    mimic_.multiplier = multiplier;
    mimic_.offset = offset;
    judge();
  });
  connect(card_, &MimicCard::accepted, this, &MimicTool::commit);
  connect(bench.selection, &Selection::changed, this, [this] {
    const ElementRef chosen = bench_.selection->current();
    if (isActive_ && chosen.kind == ElementKind::Joint && chosen.index != follower_) take(chosen.index);
  });
  connect(bench.document, &Document::mechanismChanged, this, [this] {
    if (isActive_) restart(-1);
  });
}

void MimicTool::enter() {
  bench_.simulation->pause();
  isActive_ = true;
  const ElementRef chosen = bench_.selection->current();
  restart(chosen.kind == ElementKind::Joint && canTakePart(chosen.index) ? chosen.index : -1);
}

void MimicTool::leave() {
  isActive_ = false;
  follower_ = leader_ = under_ = -1;
  card_->hide();
  bench_.selection->hover({});
}

void MimicTool::restart(int follower) {
  follower_ = follower;
  leader_ = under_ = -1;
  card_->hide();
  Q_EMIT cardChanged();
  showOverlay();
  Q_EMIT hintChanged();
}

bool MimicTool::canTakePart(int joint) const {
  const auto& joints = bench_.document->mechanism()->joints;
  if (joint < 0 || joint >= static_cast<int>(joints.size())) return false;
  const Joint& j = joints[static_cast<std::size_t>(joint)];
  return hasOneDof(j.type) && !j.isCut;
}

int MimicTool::jointUnder(const PickResult& pick) const {
  const Mechanism& m = *bench_.document->mechanism();
  if (pick.element.kind == ElementKind::Joint && canTakePart(pick.element.index)) return pick.element.index;
  for (const SnapCandidate& snap : pick.snaps)
    if (snap.kind == SnapCandidate::Kind::JointOrigin && snap.distancePx <= kJointPx)
      if (const int joint = m.findJoint(snap.name); canTakePart(joint)) return joint;
  // On a body: the joint that moves it, through what is welded.
  int link = pick.link;
  while (link >= 0 && link < static_cast<int>(m.links.size())) {
    const int joint = m.parentJointOf(m.links[static_cast<std::size_t>(link)].name);
    if (joint < 0 || canTakePart(joint)) return joint;
    if (m.joints[static_cast<std::size_t>(joint)].type != JointType::Fixed) return -1;
    link = m.findLink(m.joints[static_cast<std::size_t>(joint)].parent);
  }
  return -1;
}

void MimicTool::hovered(const PickResult& pick) {
  if (leader_ >= 0) return;
  under_ = jointUnder(pick);
  if (under_ == follower_) under_ = -1;
  bench_.selection->hover(under_ >= 0 ? ElementRef{ElementKind::Joint, under_} : ElementRef{});
  showOverlay();
}

void MimicTool::clicked(const PickResult& pick, Qt::KeyboardModifiers) {
  if (leader_ < 0) take(jointUnder(pick));
}

void MimicTool::take(int joint) {
  if (!canTakePart(joint) || joint == follower_ || !bench_.document->isModelCurrent()) return;
  under_ = -1;
  if (follower_ < 0) {
    restart(joint);
    bench_.selection->select({ElementKind::Joint, joint});
    return;
  }
  leader_ = joint;
  propose();
  Q_EMIT hintChanged();
}

void MimicTool::propose() {
  const Mechanism& m = *bench_.document->mechanism();
  mimic_ = {};
  mimic_.leader = m.joints[static_cast<std::size_t>(leader_)].name;
  const MimicVerdict verdict = bench_.document->mimicVerdict(follower_, mimic_);
  const bool isTied =
      verdict.relation == MimicRelation::Redundant || verdict.relation == MimicRelation::Contradictory;
  if (isTied && verdict.loopMultiplier != 0) {
    mimic_.multiplier = verdict.loopMultiplier;
    mimic_.offset = verdict.loopOffset;
  } else if (const ModelPtr model = bench_.document->model()) {
    // Free: where the two stand now they stay.
    const auto coordinate = [&](int joint) {
      const int j = model->findJoint(m.joints[static_cast<std::size_t>(joint)].name);
      return j >= 0 ? bench_.document->pose()[model->joints[static_cast<std::size_t>(j)].q] : 0.0;
    };
    mimic_.offset = coordinate(follower_) - coordinate(leader_);
  }
  judge();
}

void MimicTool::judge() {
  if (follower_ < 0 || leader_ < 0) return;
  const Joint& follower = bench_.document->mechanism()->joints[static_cast<std::size_t>(follower_)];
  card_->showMimic(follower, mimic_,
                   QString::fromStdString(bench_.document->mimicVerdict(follower_, mimic_).words));
  showOverlay();
  Q_EMIT cardChanged();
}

bool MimicTool::confirm() {
  if (leader_ < 0) return false;
  commit();
  return true;
}

void MimicTool::commit() {
  if (follower_ < 0 || leader_ < 0) return;
  const int follower = follower_;
  Joint next = bench_.document->mechanism()->joints[static_cast<std::size_t>(follower)];
  next.mimic = mimic_;
  const QString words =
      tr("Make %1 follow %2").arg(QString::fromStdString(next.name), QString::fromStdString(mimic_.leader));
  for (const Diagnostic& finding : bench_.document->apply(SetJoint{follower, next}, words))
    if (finding.severity == Severity::Error) {
      Q_EMIT announced({QStringLiteral("error"), QString::fromStdString(finding.message), {}, {}});
      return;
    }
  leave();
  bench_.selection->select({ElementKind::Joint, follower});
  Q_EMIT done();
}

bool MimicTool::escape() {
  if (leader_ >= 0) {
    restart(follower_);
    return true;
  }
  if (follower_ < 0) return false;
  restart(-1);
  return true;
}

Vector3d MimicTool::placeOf(int joint) const {
  const Mechanism& m = *bench_.document->mechanism();
  if (joint < 0 || joint >= static_cast<int>(m.joints.size())) return Vector3d::Zero();
  const Joint& j = m.joints[static_cast<std::size_t>(joint)];
  const int parent = m.findLink(j.parent);
  const auto& poses = bench_.simulation->latest().linkPoses;
  if (parent < 0 || parent >= static_cast<int>(poses.size())) return Vector3d::Zero();
  return poses[static_cast<std::size_t>(parent)] * j.origin.xyz;
}

std::vector<Vector3d> MimicTool::cardSubject() const {
  if (leader_ < 0) return {};
  return {placeOf(follower_), placeOf(leader_)};
}

QWidget* MimicTool::card() const {
  return leader_ >= 0 ? card_ : nullptr;
}

void MimicTool::showOverlay() {
  ToolOverlay overlay;
  ViewEmphasis emphasis;
  const Mechanism& m = *bench_.document->mechanism();
  const auto mark = [&](int joint, const QString& words, const char* token) {
    if (joint < 0 || joint >= static_cast<int>(m.joints.size())) return;
    const Joint& j = m.joints[static_cast<std::size_t>(joint)];
    const QColor color = theme().color(QString::fromLatin1(token));
    overlay.points.push_back({placeOf(joint), OverlayPoint::Shape::Dot, color, 0});
    OverlayLabel label;
    label.p_W = placeOf(joint);
    label.text = words.arg(QString::fromStdString(j.name));
    label.icon = QStringLiteral("mimic");
    label.iconColor = color;
    overlay.labels.push_back(label);
    if (const int link = m.findLink(j.child); link >= 0) emphasis.links.push_back(link);
  };
  mark(follower_, tr("%1 follows"), "accent");
  mark(leader_ >= 0 ? leader_ : under_, follower_ >= 0 ? tr("%1 leads") : QStringLiteral("%1"), "glyph.snap");
  if (isActive_) Q_EMIT emphasisChanged(leader_ >= 0 ? emphasis : ViewEmphasis{});
  Q_EMIT overlayChanged(overlay);
}

Hint MimicTool::hint() const {
  const QString iconName = QStringLiteral("mimic");
  if (leader_ >= 0)
    return {
        iconName, tr("Set how it follows"), {{tr("Enter"), tr("make it follow")}, {tr("Esc"), tr("back")}}};
  if (follower_ >= 0) {
    const Joint& j = bench_.document->mechanism()->joints[static_cast<std::size_t>(follower_)];
    return {iconName,
            tr("Click the joint that %1 follows").arg(QString::fromStdString(j.name)),
            {{tr("Esc"), tr("another joint")}}};
  }
  return {iconName, tr("Click the joint that is to follow another"), {{tr("Esc"), tr("leaves")}}};
}

}  // namespace grashof
