#include "ui/tools/cut_plan.h"

#include <QCoreApplication>
#include <QUndoStack>
#include <algorithm>
#include <set>

#include "core/mechanism/actuation.h"
#include "core/topology/rigid_groups.h"
#include "ui/mechanism_rows.h"
#include "ui/quantity.h"

namespace grashof {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("CutPlan", text);
}

const Joint& jointAt(const Mechanism& mechanism, int joint) {
  return mechanism.joints[static_cast<std::size_t>(joint)];
}

QString badgeOf(const Mechanism& mechanism, const CutCandidate& candidate) {
  const Joint& joint = jointAt(mechanism, candidate.joint);
  if (joint.isCut) return tr("cut now");
  if (!candidate.isPassive) return tr("actuated");
  if (joint.mimic) return tr("follows %1").arg(QString::fromStdString(joint.mimic->leader));
  if (candidate.rank == 1) return tr("recommended");
  const bool isLimited = hasOneDof(joint.type) && joint.type != JointType::Continuous && joint.limits.lower &&
                         joint.limits.upper;
  if (!isLimited) return tr("passive");
  const bool rotary = isRotary(joint.type);
  return tr("limited %1 to %2")
      .arg(coordinateText(*joint.limits.lower, rotary), coordinateText(*joint.limits.upper, rotary));
}

Vector3d originOf(const Mechanism& mechanism, int joint, const std::vector<Pose>& poses) {
  const Joint& j = jointAt(mechanism, joint);
  const int parent = mechanism.findLink(j.parent);
  if (parent < 0 || parent >= static_cast<int>(poses.size())) return Vector3d::Zero();
  return (poses[static_cast<std::size_t>(parent)] * poseOf(j.origin)).p;
}

/// The links that the loop moves, by what carries them; the common ancestor stays out of it.
std::set<int> carriersOf(const Mechanism& mechanism, const Loop& loop, const RigidGroups& groups) {
  std::set<int> children;
  const auto carrier = [&](const std::string& name) {
    const int link = mechanism.findLink(name);
    return link < 0 ? -1 : groups.carrier[static_cast<std::size_t>(link)];
  };
  for (const int joint : loop.joints) children.insert(carrier(jointAt(mechanism, joint).child));
  children.erase(-1);
  return children;
}

int depthOf(const Mechanism& mechanism) {
  const SpanningTree tree = spanningTree(mechanism);
  std::vector<int> depth(mechanism.links.size(), 0);
  int deepest = 0;
  for (const int link : tree.linkOrder) {
    const auto l = static_cast<std::size_t>(link);
    if (tree.parentLink[l] < 0) continue;
    const bool moves = jointAt(mechanism, tree.parentJoint[l]).type != JointType::Fixed;
    depth[l] = depth[static_cast<std::size_t>(tree.parentLink[l])] + (moves ? 1 : 0);
    deepest = std::max(deepest, depth[l]);
  }
  return deepest;
}

}  // namespace

LoopPicture loopPicture(const Model& model, const Analysis& analysis, int loop,
                        const std::vector<Pose>& linkPoses) {
  LoopPicture picture;
  if (loop < 0 || loop >= static_cast<int>(analysis.loops.size())) return picture;
  const Mechanism& mechanism = *model.mechanism;
  const LoopReport& report = analysis.loops[static_cast<std::size_t>(loop)];
  if (!report.loop.closures.empty()) {
    const int index = report.loop.closures.front();
    const Closure& closure = mechanism.closures[static_cast<std::size_t>(index)];
    const int body1 = mechanism.findLink(closure.body1);
    if (body1 >= 0 && body1 < static_cast<int>(linkPoses.size()))
      picture.closure_W = linkPoses[static_cast<std::size_t>(body1)] * closure.anchor;
    picture.closureName = QString::fromStdString(displayName(closure, index));
    if (picture.closure_W) picture.path_W.push_back(*picture.closure_W);
  } else if (report.loop.cutJoint >= 0) {
    picture.path_W.push_back(originOf(mechanism, report.loop.cutJoint, linkPoses));
  }
  for (const int joint : report.loop.joints) picture.path_W.push_back(originOf(mechanism, joint, linkPoses));

  const RigidGroups groups = rigidGroups(mechanism, spanningTree(mechanism));
  const std::set<int> carriers = carriersOf(mechanism, report.loop, groups);
  for (std::size_t link = 0; link < mechanism.links.size(); ++link)
    if (carriers.contains(groups.carrier[link])) picture.links.push_back(static_cast<int>(link));

  for (const CutCandidate& candidate : report.candidates) {
    const Joint& joint = jointAt(mechanism, candidate.joint);
    const bool costs = !candidate.isPassive || joint.mimic.has_value();
    picture.places.push_back({candidate.joint, originOf(mechanism, candidate.joint, linkPoses),
                              costs ? 0 : candidate.rank, joint.isCut, badgeOf(mechanism, candidate),
                              QString::fromStdString(candidate.reason)});
  }
  return picture;
}

int loopThrough(const Model& model, const Analysis& analysis, ElementRef element, int preferred) {
  if (element.kind == ElementKind::None || element.index < 0) return -1;
  const Mechanism& mechanism = *model.mechanism;
  std::optional<RigidGroups> groups;
  if (element.kind == ElementKind::Link) groups = rigidGroups(mechanism, spanningTree(mechanism));
  const auto passes = [&](const LoopReport& report) {
    const Loop& loop = report.loop;
    const auto has = [&](const std::vector<int>& list) {
      return std::find(list.begin(), list.end(), element.index) != list.end();
    };
    if (element.kind == ElementKind::Joint) return has(loop.joints) || loop.cutJoint == element.index;
    if (element.kind == ElementKind::Closure) return has(loop.closures);
    if (element.kind == ElementKind::Link && element.index < static_cast<int>(groups->carrier.size()))
      return carriersOf(mechanism, loop, *groups)
          .contains(groups->carrier[static_cast<std::size_t>(element.index)]);
    return false;
  };
  const int count = static_cast<int>(analysis.loops.size());
  if (element.kind == ElementKind::Loop) return element.index < count ? element.index : -1;
  if (preferred >= 0 && preferred < count && passes(analysis.loops[static_cast<std::size_t>(preferred)]))
    return preferred;
  for (int i = 0; i < count; ++i)
    if (passes(analysis.loops[static_cast<std::size_t>(i)])) return i;
  return -1;
}

std::vector<int> withWelded(const Mechanism& mechanism, const std::vector<int>& links) {
  const RigidGroups groups = rigidGroups(mechanism, spanningTree(mechanism));
  std::set<int> carriers;
  for (const int link : links)
    if (link >= 0 && link < static_cast<int>(groups.carrier.size()))
      carriers.insert(groups.carrier[static_cast<std::size_t>(link)]);
  std::vector<int> all;
  for (std::size_t i = 0; i < groups.carrier.size(); ++i)
    if (carriers.contains(groups.carrier[i])) all.push_back(static_cast<int>(i));
  return all;
}

CutPreview previewCut(const Mechanism& mechanism, int joint, const std::string& loop) {
  CutPreview preview;
  RecutOptions options;
  options.loop = loop;
  preview.depthNow = depthOf(mechanism);
  const Outcome<Mechanism> result = recut(mechanism, joint, options);
  for (const Diagnostic& finding : result.diagnostics)
    if (finding.severity == Severity::Warning && preview.lost.isEmpty())
      preview.lost = sentence(QString::fromStdString(finding.message));
  if (!result) {
    for (const Diagnostic& finding : result.diagnostics)
      if (finding.severity == Severity::Error && preview.problem.isEmpty())
        preview.problem = sentence(QString::fromStdString(finding.message));
    return preview;
  }
  preview.depthThen = depthOf(*result);
  std::vector<const Closure*> made;
  for (const Closure& closure : result->closures)
    if (std::none_of(mechanism.closures.begin(), mechanism.closures.end(), [&](const Closure& old) {
          return old.body1 == closure.body1 && old.body2 == closure.body2 && old.kind == closure.kind;
        }))
      made.push_back(&closure);
  const QString at = tr("at %1").arg(QString::fromStdString(jointAt(mechanism, joint).name));
  preview.closure = (made.empty()       ? tr("closure")
                     : made.size() == 1 ? closureWords(*made.front())
                                        : tr("%1 closures").arg(made.size())) +
                    u' ' + at;
  return preview;
}

Diagnostics performCut(const Workbench& bench, int joint, const std::string& loop, ToastText& toast) {
  const QString name = QString::fromStdString(jointAt(*bench.document->mechanism(), joint).name);
  RecutOptions options;
  options.loop = loop;
  const Diagnostics findings = bench.document->cutJoint(joint, options);
  if (hasErrors(findings)) return findings;
  toast = {QStringLiteral("success"), tr("Cut moved to %1. Nothing else moved.").arg(name), tr("Undo"),
           [stack = bench.document->undoStack()] { stack->undo(); }};
  for (const Diagnostic& finding : findings)
    if (finding.severity == Severity::Warning) {
      toast.kind = QStringLiteral("warning");
      toast.text = sentence(QString::fromStdString(finding.message));
      break;
    }
  return findings;
}

}  // namespace grashof
