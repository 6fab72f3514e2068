// core/dynamics/travel_sweep.h - how far a driving joint takes a closed linkage, and how well.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/drag.h"
#include "core/mechanism/edit.h"

namespace grashof {

struct TravelOptions {
  std::optional<double> from, to;  ///< rad, m; absent: the joint's limits, else a whole turn (one mechanism
                                   ///< size) to either side
  int samples = 180;            ///< over the whole range asked for
  std::vector<int> heldJoints;  ///< indices into Model::joints
  /// Told between two samples how much is done, 0 to 1; false gives up.
  std::function<bool(double)> goesOn;
};

enum class TravelEventKind {
  JointLimit,   ///< another joint, or this one, meets its limit
  Toggle,       ///< an end of travel, two links in line
  BranchPoint,  ///< the closures' rank falls: motions of two branches meet here
  Stuck,        ///< the continuation found no way on, or the loops hold the joint
};
struct TravelEvent {
  TravelEventKind kind = TravelEventKind::Toggle;
  double value = 0;   ///< of the driving joint
  VectorXd q;         ///< [nq]
  int joint = -1;     ///< JointLimit: which, index into Model::joints
  std::string words;  ///< "coupler and rocker in line (toggle)"
};
struct TravelSample {
  double value = 0;
  VectorXd q;               ///< [nq]
  double transmission = 0;  ///< smallest singular value of the closures with the driver held; 0 at a toggle,
                            ///< of order 1 where the driver moves the linkage well
};
struct JointRange {
  int joint = -1;
  double lower = 0, upper = 0;  ///< rad, m
};

struct TravelSweep {
  int joint = -1;
  bool isClosed = false;        ///< the start could be closed; else nothing below is filled
  bool isGivenUp = false;       ///< goesOn said so; nothing below can be relied on
  double lower = 0, upper = 0;  ///< reachable range of the joint, from the start's branch
  bool isFullTurn = false;      ///< the whole turn to one side was reached and the linkage was itself again
  std::vector<TravelSample> samples;          ///< ascending value, ends included
  std::vector<TravelEvent> events;            ///< ascending value
  std::vector<JointRange> ranges;             ///< of every 1-DoF joint that moves along
  double worstTransmission = 0, worstAt = 0;  ///< over the samples away from the ends
  std::string words;                          ///< for people, degrees and mm
};
/// From the pose q [nq], both ways, as a Dragger follows.
TravelSweep sweepTravel(const ModelPtr& model, const VectorXd& q, int joint,
                        const TravelOptions& options = {});

/// The reachable range as limits of the driving joint, rounded inwards to 0.01 deg or 0.01 mm (a continuous
/// joint becomes revolute). Nothing when the travel has no end.
std::optional<Edit> travelAsLimits(const Model& model, const TravelSweep& sweep);

}  // namespace grashof
