#include <algorithm>
#include <charconv>

#include "core/dynamics/compile_parts.h"
#include "core/mechanism/nominal_pose.h"

namespace grashof::compile {
namespace {

std::string numberText(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

/// Offset of the quaternion in a joint's coordinates, -1 when it has none.
int quaternionOffset(JointType type) {
  if (type == JointType::Spherical) return 0;
  return type == JointType::Floating ? 3 : -1;
}

/// Zeros and identity quaternions, brought into the ranges of the joints; mimics are where their leaders put
/// them.
void setZeroPose(Model& model, Diagnostics& findings) {
  const Mechanism& mechanism = *model.mechanism;
  const NominalLayout layout =
      nominalLayout(mechanism, walkTree(mechanism), model.isFloating ? BaseMode::Floating : BaseMode::Fixed);
  const std::vector<double> start = defaultNominal(mechanism, layout);
  model.nominal.setZero(model.nq);
  for (const MovableJoint& joint : model.joints) {
    if (const int at = quaternionOffset(joint.type); at >= 0) model.nominal[joint.q + at] = 1.0;
    const Joint* written =
        joint.source >= 0 ? &mechanism.joints[static_cast<std::size_t>(joint.source)] : nullptr;
    if (written && written->mimic) {
      const int at = layout.offset[static_cast<std::size_t>(joint.source)];
      if (at >= 0 && hasOneDof(joint.type)) model.nominal[joint.q] = start[static_cast<std::size_t>(at)];
      continue;
    }
    if (!hasOneDof(joint.type) || (joint.lower <= 0 && joint.upper >= 0)) continue;
    const double value = joint.lower > 0 ? joint.lower : joint.upper;
    model.nominal[joint.q] = value;
    const Joint& source = model.mechanism->joints[static_cast<std::size_t>(joint.source)];
    findings.push_back(makeFinding(
        Severity::Note, *model.mechanism, source.limits.source.line ? source.limits.source : source.source,
        "nominal-clamped", joint.name,
        "joint \"" + joint.name + "\" starts at " + numberText(value) + ": zero is outside its limits"));
  }
}

void normaliseQuaternions(Model& model, Diagnostics& findings) {
  for (const MovableJoint& joint : model.joints) {
    const int at = quaternionOffset(joint.type);
    if (at < 0) continue;
    auto quaternion = model.nominal.segment<4>(joint.q + at);
    const double norm = quaternion.norm();
    if (norm > 1e-9) {
      quaternion /= norm;
      continue;
    }
    findings.push_back(makeFinding(Severity::Error, *model.mechanism, model.mechanism->constraintsSource,
                                   "bad-quaternion", joint.name,
                                   "the nominal quaternion of \"" + joint.name + "\" is zero"));
  }
}

}  // namespace

void setNominal(Model& model, Diagnostics& findings) {
  const Mechanism& mechanism = *model.mechanism;
  if (!mechanism.nominal) return setZeroPose(model, findings);
  const std::vector<double>& written = *mechanism.nominal;
  if (written.size() != static_cast<std::size_t>(model.nq)) {
    findings.push_back(makeFinding(Severity::Error, mechanism, mechanism.constraintsSource,
                                   "nominal-config-size", "nominal_config",
                                   "nominal_config has " + std::to_string(written.size()) + " entries, " +
                                       std::to_string(model.nq) + " needed"));
    return;
  }
  model.nominal = Eigen::Map<const VectorXd>(written.data(), model.nq);
  if (!model.nominal.allFinite()) {
    findings.push_back(makeFinding(Severity::Error, mechanism, mechanism.constraintsSource, "bad-number",
                                   "nominal_config", "nominal_config has an entry that is not finite"));
    return;
  }
  normaliseQuaternions(model, findings);
}

}  // namespace grashof::compile
