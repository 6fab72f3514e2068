#include "app/travel_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/mechanism/actuation.h"

namespace grashof {
namespace {

constexpr double kSameAngle = 2e-3;  // rad
constexpr double kSameShare = 1e-3;  // of the mechanism's size
constexpr double kSameLimit = 1e-9;  // rad, m

bool hasTravel(const Model& model, int joint) {
  return joint >= 0 && joint < static_cast<int>(model.joints.size()) &&
         model.joints[static_cast<std::size_t>(joint)].nv == 1 &&
         model.joints[static_cast<std::size_t>(joint)].source >= 0;
}

int modelJoint(const Model& model, int source) {
  const int joint = source >= 0 ? model.jointOf(source) : -1;
  return hasTravel(model, joint) ? joint : -1;
}

/// A motor of the loop, else its first joint with a travel.
int driverOf(const Model& model, const Loop& loop, bool wantsMotor) {
  int first = -1;
  for (const int source : loop.joints) {
    const int joint = modelJoint(model, source);
    if (joint < 0) continue;
    if (isActuated(model.mechanism->joints[static_cast<std::size_t>(source)])) return joint;
    if (first < 0) first = joint;
  }
  return wantsMotor ? -1 : first;
}

/// First sample whose value is not below.
std::size_t sampleAfter(const TravelSweep& sweep, double value) {
  const auto after = std::lower_bound(sweep.samples.begin(), sweep.samples.end(), value,
                                      [](const TravelSample& s, double v) { return s.value < v; });
  return static_cast<std::size_t>(after - sweep.samples.begin());
}

}  // namespace

int jointToSweep(const Model& model, const Analysis& analysis, ElementRef selected) {
  const Mechanism& mechanism = *model.mechanism;
  if (selected.kind == ElementKind::Joint) return modelJoint(model, selected.index);
  if (selected.kind == ElementKind::Link && selected.index >= 0 &&
      selected.index < static_cast<int>(mechanism.links.size()))
    return modelJoint(
        model, mechanism.parentJointOf(mechanism.links[static_cast<std::size_t>(selected.index)].name));
  if (selected.kind == ElementKind::Loop && selected.index >= 0 &&
      selected.index < static_cast<int>(analysis.loops.size()))
    return driverOf(model, analysis.loops[static_cast<std::size_t>(selected.index)].loop, false);
  for (const LoopReport& report : analysis.loops) {
    const Loop& loop = report.loop;
    if (selected.kind == ElementKind::Closure &&
        std::find(loop.closures.begin(), loop.closures.end(), selected.index) == loop.closures.end())
      continue;
    if (const int joint = driverOf(model, loop, selected.kind == ElementKind::None); joint >= 0) return joint;
  }
  return -1;
}

const TravelSample& nearestSample(const TravelSweep& sweep, double value) {
  const std::size_t after = sampleAfter(sweep, value);
  if (after == 0) return sweep.samples.front();
  if (after == sweep.samples.size()) return sweep.samples.back();
  const TravelSample &a = sweep.samples[after - 1], &b = sweep.samples[after];
  if (value == b.value) return b;
  // From an end, where branches meet, the way back is not told: the inner one of two, where there is one.
  if (after == 1 && sweep.samples.size() > 2) return b;
  if (after + 1 == sweep.samples.size()) return a;
  return value - a.value < b.value - value ? a : b;
}

std::optional<double> transmissionAt(const TravelSweep& sweep, double value) {
  if (sweep.samples.empty() || value < sweep.lower || value > sweep.upper) return std::nullopt;
  const std::size_t after = sampleAfter(sweep, value);
  if (after == 0) return sweep.samples.front().transmission;
  if (after == sweep.samples.size()) return sweep.samples.back().transmission;
  const TravelSample &a = sweep.samples[after - 1], &b = sweep.samples[after];
  const double share = b.value > a.value ? (value - a.value) / (b.value - a.value) : 1.0;
  return a.transmission + share * (b.transmission - a.transmission);
}

bool isOnTravel(const Model& model, const TravelSweep& sweep, const VectorXd& q) {
  if (sweep.samples.empty() || q.size() != model.nq || sweep.samples.front().q.size() != model.nq)
    return false;
  const MovableJoint& driver = model.joints[static_cast<std::size_t>(sweep.joint)];
  const double value = q[driver.q];
  const std::size_t after = std::clamp<std::size_t>(sampleAfter(sweep, value), 1, sweep.samples.size() - 1);
  if (sweep.samples.size() < 2) return (q - sweep.samples.front().q).cwiseAbs().maxCoeff() < kSameAngle;
  const TravelSample &a = sweep.samples[after - 1], &b = sweep.samples[after];
  const double span = b.value - a.value;
  const double share = span > 0 ? std::clamp((value - a.value) / span, 0.0, 1.0) : 0.0;
  for (const MovableJoint& joint : model.joints) {
    if (joint.nv != 1) continue;
    const double step = b.q[joint.q] - a.q[joint.q];
    double d = q[joint.q] - a.q[joint.q] - share * step;
    if (isRotary(joint.type)) d = std::remainder(d, 2 * M_PI);
    // Between two samples the motion is curved, most of all near an end of travel.
    const double grain = isRotary(joint.type) ? kSameAngle : kSameShare * model.size;
    if (std::abs(d) > grain + 0.5 * std::abs(step)) return false;
  }
  return true;
}

std::vector<double> travelQuality(const TravelSweep& sweep) {
  double best = 0;
  for (const TravelSample& sample : sweep.samples)
    if (std::isfinite(sample.transmission)) best = std::max(best, sample.transmission);
  std::vector<double> quality;
  quality.reserve(sweep.samples.size());
  for (const TravelSample& sample : sweep.samples)
    quality.push_back(best > 0 && std::isfinite(sample.transmission)
                          ? std::clamp(sample.transmission / best, 0.0, 1.0)
                          : 1.0);
  return quality;
}

bool isEndOfTravel(const TravelSweep& sweep, const TravelEvent& event) {
  if (sweep.isFullTurn || event.kind == TravelEventKind::BranchPoint) return false;
  return std::abs(event.value - sweep.lower) <= kSameLimit ||
         std::abs(event.value - sweep.upper) <= kSameLimit;
}

std::string shortWords(const Model& model, const TravelEvent& event) {
  switch (event.kind) {
    case TravelEventKind::Toggle:
      return "toggle";
    case TravelEventKind::BranchPoint:
      return "branch point";
    case TravelEventKind::Stuck:
      return "stuck";
    case TravelEventKind::JointLimit:
      break;
  }
  const bool isKnown = event.joint >= 0 && event.joint < static_cast<int>(model.joints.size());
  return isKnown ? "limit of " + model.joints[static_cast<std::size_t>(event.joint)].name : "limit";
}

std::string limitsRefusal(const Model& model, const TravelSweep& sweep) {
  if (!sweep.isClosed) return "The loops are open in this pose: close them first.";
  const MovableJoint& joint = model.joints[static_cast<std::size_t>(sweep.joint)];
  if (sweep.isFullTurn) return joint.name + " turns all the way round: there is no end to write.";
  bool hasEnd = false, hasForeignEnd = false;
  for (const TravelEvent& event : sweep.events) {
    if (!isEndOfTravel(sweep, event)) continue;
    hasEnd = true;
    hasForeignEnd = hasForeignEnd || event.kind != TravelEventKind::JointLimit || event.joint != sweep.joint;
  }
  if (!hasEnd) return "No end of travel was met: there is no limit to write.";
  if (!hasForeignEnd) return "The limits of " + joint.name + " end the travel already.";
  if (!travelAsLimits(model, sweep)) return joint.name + " hardly moves: there is no range to write.";
  return {};
}

std::string travelCsv(const Model& model, const TravelSweep& sweep) {
  const auto unit = [](const MovableJoint& joint) { return isRotary(joint.type) ? "_rad" : "_m"; };
  const MovableJoint& driver = model.joints[static_cast<std::size_t>(sweep.joint)];
  std::vector<const MovableJoint*> others;
  for (const JointRange& range : sweep.ranges)
    if (range.joint != sweep.joint) others.push_back(&model.joints[static_cast<std::size_t>(range.joint)]);
  std::string text = driver.name + unit(driver) + ",transmission";
  for (const MovableJoint* joint : others) text += ',' + joint->name + unit(*joint);
  text += '\n';
  for (const TravelSample& sample : sweep.samples) {
    text += formatDouble(sample.value) + ',' + formatDouble(sample.transmission);
    for (const MovableJoint* joint : others) text += ',' + formatDouble(sample.q[joint->q]);
    text += '\n';
  }
  return text;
}

}  // namespace grashof
