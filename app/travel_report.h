// app/travel_report.h - what people read off a travel: its quality, a table, why it gives no limits.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/analysis.h"
#include "core/dynamics/travel_sweep.h"

namespace grashof {

/// The joint (index into model.joints) whose travel is meant when this is selected: the joint itself, the one
/// that carries a link, a loop's motor; with nothing selected the first motor in a loop. -1: none has a
/// travel.
int jointToSweep(const Model& model, const Analysis& analysis, ElementRef selected);

/// The sample from which a value of the driving joint is reached best: the nearest one, but an end only for
/// its own value. The sweep has samples.
const TravelSample& nearestSample(const TravelSweep& sweep, double value);
/// Transmission between two samples, linear; nothing outside the travel.
std::optional<double> transmissionAt(const TravelSweep& sweep, double value);
/// Whether a pose [nq] is one that the sweep came by: every joint where the sweep has it at this value.
bool isOnTravel(const Model& model, const TravelSweep& sweep, const VectorXd& q);

/// Per sample 0 (a toggle) to 1 (as well as anywhere on this travel).
std::vector<double> travelQuality(const TravelSweep& sweep);

/// An end of the reachable range that is not a limit of the joint itself: "toggle" and the like stop it.
bool isEndOfTravel(const TravelSweep& sweep, const TravelEvent& event);
/// One or two words for a chart: "toggle", "limit of crank", "branch point", "stuck".
std::string shortWords(const Model& model, const TravelEvent& event);

/// Why the travel cannot be written as limits; empty when it can.
std::string limitsRefusal(const Model& model, const TravelSweep& sweep);

/// A row per sample: the joint, its transmission, all other 1-DoF joints that move. rad, m; shortest round
/// trip.
std::string travelCsv(const Model& model, const TravelSweep& sweep);

}  // namespace grashof
