#include "core/io/raisim_export.h"

#include <algorithm>
#include <utility>

#include "core/base/number_text.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/loop_plane.h"
#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/validate.h"
#include "core/topology/cut_joint_closures.h"

namespace grashof {
namespace {

/// Points that are further apart than the reach of rounding in a file count as apart, m.
constexpr double kApart = 1e-6;

class RaisimExport {
 public:
  explicit RaisimExport(const Mechanism& m)
      : m_(m), layout_(nominalLayout(m, walkTree(m), BaseMode::Auto)), length_(ownLength(m)) {}

  Outcome<std::string> run() {
    const bool hasLoops = !m_.closures.empty() || std::any_of(m_.joints.begin(), m_.joints.end(),
                                                              [](const Joint& j) { return j.isCut; });
    if (hasLoops && !m_.nominal) m_.nominal = defaultNominal(m_, layout_);
    if (m_.nominal) X_RL_ = linkPosesInRoot(m_, walkTree(m_), layout_, *m_.nominal);
    replaceUniversals();
    replaceCutJoints();
    for (Closure& closure : m_.closures) dropSecondAnchor(closure);
    dropCutJoints();
    for (Diagnostic& d : validate(m_))
      if (d.severity == Severity::Error) findings_.push_back(std::move(d));
    if (hasErrors(findings_)) return Outcome<std::string>::failure(std::move(findings_));
    return Outcome<std::string>::success(writeUrdf(m_), std::move(findings_));
  }

 private:
  void report(Severity severity, std::string code, const Closure& closure, std::string message,
              std::string hint) {
    Diagnostic d;
    d.severity = severity;
    d.code = std::move(code);
    d.where = {m_.source ? m_.sourcePath : "", closure.source.line, closure.source.column};
    d.element = "robot/constraints/" + std::string(closureKindName(closure.kind));
    d.subject = closure.name;
    d.message = std::move(message);
    d.hint = std::move(hint);
    findings_.push_back(std::move(d));
  }

  /// n_a in body1 stays across n_b in body2: pin at c, and along n_a nothing moves of the point c + d n_b.
  void replaceUniversals() {
    std::vector<Closure> added;
    for (Closure& closure : m_.closures) {
      if (closure.kind != ClosureKind::Universal) continue;
      if (closure.locked != std::array<bool, 3>{true, true, true}) {
        report(Severity::Error, "export-released-universal", closure,
               "a universal between '" + closure.body1 + "' and '" + closure.body2 +
                   "' with released directions cannot be said in RaiSim's <pin> and <equality>",
               "lock its three directions, or leave it out");
        continue;
      }
      const int body1 = m_.findLink(closure.body1), body2 = m_.findLink(closure.body2);
      if (!X_RL_ || body1 < 0 || body2 < 0) continue;  // validate() says why
      const Matrix3d R_12 = at(body1).R.transpose() * at(body2).R;
      Closure across = closure;
      across.kind = ClosureKind::Equality;
      across.source = {};
      if (!across.name.empty()) across.name += "/2";
      across.axes = {closure.axisA};
      across.anchor += length_ * (R_12 * closure.axisB.stableNormalized());
      if (across.anchor2) *across.anchor2 += length_ * closure.axisB.stableNormalized();
      added.push_back(std::move(across));
      closure.kind = ClosureKind::Pin;
    }
    m_.closures.insert(m_.closures.end(), added.begin(), added.end());
  }

  void replaceCutJoints() {
    std::vector<Closure> added;
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      const Joint& joint = m_.joints[j];
      if (!joint.isCut) continue;
      const std::optional<Vector3d> normal = planarPathNormal(m_, joint.parent, joint.child);
      const Vector3d axis = rotationFromRpy(joint.origin.rpy) * joint.axis.stableNormalized();
      constexpr double kParallel = 1e-3;  // the lever rule's 1/1000
      const bool isPlanar = normal && normal->cross(axis).norm() < kParallel;
      for (Closure& closure : closuresOfCutJoint(m_, static_cast<int>(j), length_, isPlanar)) {
        closure.source.element = -1;  // it is no element of the file yet; the line still helps
        added.push_back(std::move(closure));
      }
    }
    std::erase_if(m_.joints, [](const Joint& joint) { return joint.isCut; });
    m_.closures.insert(m_.closures.end(), added.begin(), added.end());
  }

  /// RaiSim takes body2's point from the nominal configuration. Where that is another one, the reader must
  /// know.
  void dropSecondAnchor(Closure& closure) {
    if (!closure.anchor2) return;
    const int body1 = m_.findLink(closure.body1), body2 = m_.findLink(closure.body2);
    if (X_RL_ && body1 >= 0 && body2 >= 0) {
      const double gap = (at(body1) * closure.anchor - at(body2) * *closure.anchor2).norm();
      if (gap > kApart)
        report(Severity::Warning, "export-moves-anchor", closure,
               "the two points of '" + closure.body1 + "' and '" + closure.body2 + "' are " +
                   formatDouble(gap) + " m apart at the nominal configuration; RaiSim joins '" +
                   closure.body2 + "' where the anchor of '" + closure.body1 + "' is",
               "close the loops first");
    }
    closure.anchor2.reset();
  }

  /// RaiSim does not know what the closures remember of joints.
  void dropCutJoints() {
    const auto remembers = [](const Closure& closure) { return closure.cut.has_value(); };
    const auto first = std::find_if(m_.closures.begin(), m_.closures.end(), remembers);
    if (first == m_.closures.end()) return;
    std::string names;
    for (const Closure& closure : m_.closures)
      if (remembers(closure)) names += (names.empty() ? "'" : ", '") + closure.cut->joint.name + "'";
    report(Severity::Note, "export-drops-cut-joint", *first,
           "what the file remembers of " + names + ", cut joints, is left out: RaiSim does not know it",
           "save the file as it is to keep it for cutting back");
    for (Closure& closure : m_.closures) closure.cut.reset();
  }

  const Pose& at(int link) const { return (*X_RL_)[static_cast<std::size_t>(link)]; }

  Mechanism m_;
  NominalLayout layout_;
  double length_;
  std::optional<std::vector<Pose>> X_RL_;  ///< [links] poses in the root's frame at the nominal configuration
  Diagnostics findings_;
};

}  // namespace

Outcome<std::string> exportRaisimUrdf(const Mechanism& mechanism) {
  return RaisimExport(mechanism).run();
}

}  // namespace grashof
