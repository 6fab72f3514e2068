#include "core/dynamics/analysis_loops.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/cut_candidates.h"
#include "core/dynamics/loop_levers.h"
#include "core/dynamics/structural_redundancy.h"

namespace grashof {
namespace {

std::vector<int> constraintsOf(const Model& model, const Loop& loop) {
  std::vector<int> constraints;
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.kind == ConstraintKind::Mimic) continue;
    const bool isWritten =
        c.closure >= 0 && std::count(loop.closures.begin(), loop.closures.end(), c.closure) > 0;
    if (isWritten || (c.closure < 0 && c.joint >= 0 && c.joint == loop.cutJoint))
      constraints.push_back(static_cast<int>(i));
  }
  return constraints;
}

/// Largest distance between the loop's joints and anchors.
double sizeOf(const Model& model, const TreeState& state, const LoopReport& report) {
  std::vector<Vector3d> points;
  for (const int i : report.constraints) {
    const Constraint& c = model.constraints[i];
    points.push_back(state.body[c.body1].p_OB + state.body[c.body1].R_WB * c.p_B1A1);
    for (const LoopColumn& column : loopColumns(model, c.body1, c.body2))
      points.push_back(state.body[column.body].p_OB);
  }
  double size = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) size = std::max(size, (points[i] - points[j]).norm());
  return size;
}

std::string barWords(int joints) {
  switch (joints) {
    case 4:
      return "four-bar";
    case 5:
      return "five-bar";
    case 6:
      return "six-bar loop";
    default:
      return "planar loop of " + std::to_string(joints) + " joints";
  }
}

/// "four-bar", "slider-crank", "spatial loop of 7 joints": the joint that closes the loop counts, a weld does
/// not.
std::string wordsOf(const Model& model, const LoopReport& report,
                    const std::optional<RecognisedJoint>& closing) {
  int hinges = 0, sliders = 0, others = 0;
  for (const int source : report.loop.joints) {
    const JointType type = model.mechanism->joints[source].type;
    if (isRotary(type))
      ++hinges;
    else if (type == JointType::Prismatic)
      ++sliders;
    else
      ++others;
  }
  JointType closure = JointType::Spherical;
  if (report.loop.cutJoint >= 0)
    closure = model.mechanism->joints[report.loop.cutJoint].type;
  else if (closing)
    closure = closing->type;
  const bool isRail = report.loop.cutJoint < 0 && !closing;
  const int joints = hinges + sliders + others + (closure == JointType::Fixed ? 0 : 1);
  if (!report.isPlanar) return "spatial loop of " + std::to_string(joints) + " joints";
  if (isRail || others > 0) return "planar loop of " + std::to_string(joints) + " joints";
  if (sliders == 1 && joints == 4) return "slider-crank";
  return sliders == 0 ? barWords(joints) : "planar loop of " + std::to_string(joints) + " joints";
}

}  // namespace

std::optional<Vector3d> planeOfMotion(const Model& model, const TreeState& state, int body1, int body2) {
  std::vector<Vector3d> hinges, slides;
  for (const LoopColumn& column : loopColumns(model, body1, body2)) {
    const Motion& S = state.S[column.v];
    if (column.isRotary)
      hinges.push_back(S.w.normalized());
    else
      slides.push_back(S.v.normalized());
  }
  Vector3d normal = Vector3d::Zero();
  if (!hinges.empty()) normal = hinges.front();
  for (const Vector3d& slide : slides)
    if (hinges.empty() && normal.norm() < kLeverTolerance) normal = slides.front().cross(slide);
  if (normal.norm() < kLeverTolerance) return std::nullopt;
  normal.normalize();
  for (const Vector3d& hinge : hinges)
    if (hinge.cross(normal).norm() >= kLeverTolerance) return std::nullopt;
  for (const Vector3d& slide : slides)
    if (std::abs(slide.dot(normal)) >= kLeverTolerance) return std::nullopt;
  return normal;
}

std::optional<RecognisedJoint> recogniseLoop(const Model& model, const TreeState& nominal,
                                             const LoopReport& loop) {
  if (loop.loop.closures.empty()) return std::nullopt;
  std::optional<Vector3d> normal;
  if (loop.isPlanar) {
    const int link = model.mechanism->findLink(model.mechanism->closures[loop.loop.closures.front()].body1);
    normal = linkPose(model, nominal, link).R.transpose() * loop.normal_W;
  }
  return recogniseJoint(*model.mechanism, loop.loop.closures, normal);
}

std::vector<LoopReport> describeLoops(const Model& model, const TreeState& nominal) {
  std::vector<LoopReport> reports;
  for (Loop& loop : fundamentalLoops(*model.mechanism)) {
    LoopReport report;
    report.loop = std::move(loop);
    report.constraints = constraintsOf(model, report.loop);
    if (report.constraints.empty()) continue;  // a floating cut joint closes nothing
    const Constraint& first = model.constraints[report.constraints.front()];
    if (const auto normal = planeOfMotion(model, nominal, first.body1, first.body2)) {
      report.isPlanar = true;
      report.normal_W = *normal;
    }
    report.size = sizeOf(model, nominal, report);
    report.kindWords = wordsOf(model, report, recogniseLoop(model, nominal, report));
    report.candidates = rankCutCandidates(model, nominal, report);
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace grashof
