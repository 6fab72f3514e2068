#include "ui/plots/plot_data.h"

#include <algorithm>
#include <cmath>

namespace grashof {

SampleValue gapValue(int constraint) {
  return [constraint](const SampleHistory& history, std::size_t i) {
    return history.at(i, history.layout().gap(constraint));
  };
}

SampleValue forceValue(int constraint) {
  return [constraint](const SampleHistory& history, std::size_t i) {
    const int column = history.layout().force(constraint);
    const double x = history.at(i, column), y = history.at(i, column + 1), z = history.at(i, column + 2);
    return std::sqrt(x * x + y * y + z * z);
  };
}

std::vector<CurvePoint> thinned(const SampleHistory& history, const SampleValue& value, std::size_t first,
                                std::size_t last, std::size_t buckets) {
  std::vector<CurvePoint> points;
  last = std::min(last, history.size());
  if (first >= last) return points;
  const std::size_t count = last - first;
  if (count <= 2 * buckets || buckets == 0) {
    points.reserve(count);
    for (std::size_t i = first; i < last; ++i) points.push_back({history.time(i), value(history, i)});
    return points;
  }
  points.reserve(2 * buckets);
  for (std::size_t b = 0; b < buckets; ++b) {
    const std::size_t from = first + count * b / buckets, to = first + count * (b + 1) / buckets;
    CurvePoint least{history.time(from), value(history, from)}, greatest = least;
    for (std::size_t i = from + 1; i < to; ++i) {
      const double y = value(history, i);
      if (y < least.y) least = {history.time(i), y};
      if (y > greatest.y) greatest = {history.time(i), y};
    }
    if (least.t > greatest.t) std::swap(least, greatest);
    points.push_back(least);
    if (greatest.t > least.t) points.push_back(greatest);
  }
  return points;
}

double Decay::perStep(double dt) const {
  return std::exp(rate * dt);
}

std::optional<Decay> findDecay(const SampleHistory& history, const SampleValue& value, std::size_t first,
                               std::size_t last) {
  constexpr double kFactor = 30;  // less could be the ripple of drift
  constexpr std::size_t kSamples = 8;
  last = std::min(last, history.size());
  // Backwards along rising values: the newest stretch that falls in time.
  std::size_t end = last;
  while (end > first + kSamples) {
    std::size_t start = end - 1;
    while (start > first && value(history, start - 1) > value(history, start) * 1.0001) --start;
    const double top = value(history, start), bottom = value(history, end - 1);
    // A disturbance begins with a jump; where a gap passes through zero it falls steeply too, but from a
    // hill.
    const bool isJump = start > first && value(history, start - 1) * 10 < top;
    if (isJump && end - start >= kSamples && bottom > 0 && top > kFactor * bottom) {
      // A big gap does not follow the linear law yet, the lowest part feels the drift: fit four decades.
      const double lowest = std::max(3 * bottom, 1e-4 * top);
      double n = 0, st = 0, sy = 0, stt = 0, sty = 0;
      // The first sample is the jump itself.
      ++start;
      const double t0 = history.time(start);
      std::size_t lastUsed = start;
      for (std::size_t i = start; i < end; ++i) {
        const double y = value(history, i);
        if (y < lowest && i > start + kSamples) break;
        const double t = history.time(i) - t0, ly = std::log(y);
        n += 1;
        st += t;
        sy += ly;
        stt += t * t;
        sty += t * ly;
        lastUsed = i;
      }
      const double det = n * stt - st * st;
      if (det <= 0) return std::nullopt;
      Decay decay;
      decay.rate = (n * sty - st * sy) / det;
      decay.y0 = std::exp((sy - decay.rate * st) / n);
      decay.t0 = t0;
      decay.t1 = history.time(lastUsed);
      return decay;
    }
    end = start > first ? start : first;
    if (end == start && start == first) break;
  }
  return std::nullopt;
}

QStringList shortNames(const QStringList& names) {
  if (names.size() < 2) return names;
  const auto shared = [&](bool atEnd) {
    qsizetype count = 0;
    for (;; ++count) {
      const QString& model = names.front();
      if (count >= model.size()) break;
      const QChar c = atEnd ? model[model.size() - 1 - count] : model[count];
      bool isShared = true;
      for (const QString& name : names)
        isShared =
            isShared && count < name.size() && (atEnd ? name[name.size() - 1 - count] : name[count]) == c;
      if (!isShared) break;
    }
    return count;
  };
  const qsizetype front = shared(false);
  qsizetype back = shared(true);
  QStringList result;
  for (const QString& name : names) {
    // The two common parts of a short name may overlap.
    const qsizetype left = std::max<qsizetype>(0, name.size() - front);
    QString middle = name.mid(front, std::max<qsizetype>(0, left - std::min(back, left)));
    // Nothing but a number is too little to know it by when the names differ in digits only at the end.
    result << (middle.isEmpty() ? name : middle);
  }
  return result;
}

}  // namespace grashof
