#include "core/topology/loop_candidate_closure.h"

#include "core/mechanism/loop_plane.h"
#include "core/topology/cut_joint_closures.h"

namespace grashof {
namespace {

/// Nearer than this (m) two anchors are one point, as far as the nominal pose is written.
constexpr double kCoincident = 1e-9;

int rowsOf(JointType type, bool isPlanar) {
  switch (type) {
    case JointType::Fixed:
      return isPlanar ? 3 : 6;
    case JointType::Revolute:
      return isPlanar ? 2 : 5;
    default:
      return isPlanar ? 2 : 3;
  }
}

class Writer {
 public:
  Writer(const Mechanism& m, const Meeting& meeting, double gap)
      : body1_(m.links[meeting.link1].name),
        body2_(m.links[meeting.link2].name),
        meeting_(meeting),
        gap_(gap) {}

  /// `offset_1` (link 1) away from the meeting point on both links.
  void add(ClosureKind kind, const Vector3d& offset_1, const Vector3d& offset_2, std::vector<Vector3d> axes) {
    Closure closure;
    closure.kind = kind;
    closure.body1 = body1_;
    closure.body2 = body2_;
    closure.anchor = meeting_.p_1 + offset_1;
    closure.axes = std::move(axes);
    if (gap_ > kCoincident) closure.anchor2 = meeting_.p_2 + offset_2;
    closures_.push_back(std::move(closure));
  }
  std::vector<Closure> take() { return std::move(closures_); }

 private:
  std::string body1_, body2_;
  const Meeting& meeting_;
  double gap_;
  std::vector<Closure> closures_;
};

}  // namespace

std::optional<JointType> suitableJoint(const Chain& chain, std::optional<JointType> asked, bool hasAxis) {
  std::vector<JointType> choices;
  if (asked) choices.push_back(*asked);
  if (!asked || *asked == JointType::Fixed) choices.push_back(JointType::Revolute);
  choices.push_back(JointType::Spherical);
  for (const JointType type : choices) {
    const bool needsAxis = type == JointType::Revolute;
    if (needsAxis && !hasAxis && !chain.normal_1) continue;
    if (chain.dof - rowsOf(type, chain.normal_1.has_value()) >= 1) return type;
  }
  return std::nullopt;
}

std::vector<Closure> closuresAt(const Mechanism& mechanism, const Meeting& meeting, const Chain& chain,
                                JointType type, double length, double gap) {
  Writer out(mechanism, meeting, gap);
  const Vector3d none = Vector3d::Zero();
  const Matrix3d R_21 = meeting.R_12.transpose();
  if (chain.normal_1) {
    const std::vector<Vector3d> across = axesAcross(*chain.normal_1);
    out.add(ClosureKind::Equality, none, none, across);
    if (type == JointType::Fixed)
      out.add(ClosureKind::Equality, length * across[0], R_21 * (length * across[0]), {across[1]});
    return out.take();
  }
  out.add(ClosureKind::Pin, none, none, {});
  if (type == JointType::Revolute && meeting.axis_1) {
    const Vector3d second = length * *meeting.axis_1;
    out.add(ClosureKind::Pin, second,
            meeting.axis_2 ? Vector3d(length * *meeting.axis_2) : Vector3d(R_21 * second), {});
  }
  if (type == JointType::Fixed) {
    for (const Vector3d& direction : {Vector3d(Vector3d::UnitX()), Vector3d(Vector3d::UnitY())})
      out.add(ClosureKind::Pin, length * direction, R_21 * (length * direction), {});
  }
  return out.take();
}

}  // namespace grashof
