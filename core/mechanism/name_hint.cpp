#include "core/mechanism/name_hint.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace grashof {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Edit distance without regard to case.
int editDistance(std::string_view a, std::string_view b) {
  std::vector<int> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool isSame = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::string nearestName(std::string_view name, const std::vector<std::string>& candidates) {
  // Very long names come from broken files; the quadratic distance is not worth its time there.
  constexpr std::size_t kLongest = 200;
  if (name.empty() || name.size() > kLongest) return {};
  const int allowed = std::max(1, static_cast<int>(name.size() / 3));
  int best = allowed + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    const int gap = std::abs(static_cast<int>(candidate.size()) - static_cast<int>(name.size()));
    if (candidate.empty() || candidate.size() > kLongest || gap >= best) continue;
    const int distance = editDistance(name, candidate);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string nearestNameHint(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearestName(name, candidates);
  return nearest.empty() ? std::string() : "did you mean '" + nearest + "'?";
}

}  // namespace grashof
