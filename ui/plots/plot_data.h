// ui/plots/plot_data.h - samples of a run as curves: thinned to what a screen can show, and the decay of a
// gap.
#pragma once
#include <QString>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "app/sample_history.h"

namespace grashof {

struct CurvePoint {
  double t = 0, y = 0;
};

/// Value of a quantity at sample i (0 = oldest kept).
using SampleValue = std::function<double(const SampleHistory&, std::size_t)>;
SampleValue gapValue(int constraint);    ///< m
SampleValue forceValue(int constraint);  ///< N, norm

/// Samples first..last-1 as a curve of at most about 2 * buckets points: the least and the greatest of each
/// stretch, in their order of time, so that no peak is lost.
std::vector<CurvePoint> thinned(const SampleHistory& history, const SampleValue& value, std::size_t first,
                                std::size_t last, std::size_t buckets);

/// An exponential decay of a gap, as the feedback of the loop errors makes one.
struct Decay {
  double t0 = 0, t1 = 0;  ///< s, where it was seen
  double y0 = 0;          ///< m at t0, on the fitted line
  double rate = 0;        ///< 1/s, negative
  double perStep(double dt) const;
};
/// The newest decay over at least a factor of 30 within samples first..last-1; nullopt when there is none.
/// Least squares on the logarithm.
std::optional<Decay> findDecay(const SampleHistory& history, const SampleValue& value, std::size_t first,
                               std::size_t last);

/// Names without their common beginning and end: toe_fl, toe_fr -> fl, fr. At most `count` of them.
QStringList shortNames(const QStringList& names);

}  // namespace grashof
