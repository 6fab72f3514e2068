#include "core/io/text_diff.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace grashof {
namespace {
/// Edits searched for in one stretch before it is shown as replaced.
constexpr int kMaxCost = 2000;

/// Lines with their line ends: a changed line end is a change.
std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

std::string withoutLineEnd(std::string_view line) {
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return std::string(line);
}

/// Marks the lines of two sequences that have no partner in the other one.
class LineMatcher {
 public:
  LineMatcher(std::vector<int> a, std::vector<int> b)
      : removed(a.size(), false), added(b.size(), false), a_(std::move(a)), b_(std::move(b)) {
    compare(0, static_cast<int>(a_.size()), 0, static_cast<int>(b_.size()));
  }
  std::vector<bool> removed, added;

 private:
  /// Point (x, y) on a shortest path through the box; x < 0 when the search was given up.
  struct Split {
    int x = -1, y = -1;
  };

  void compare(int aFirst, int aLast, int bFirst, int bLast) {
    while (aFirst < aLast && bFirst < bLast && at(a_, aFirst) == at(b_, bFirst)) ++aFirst, ++bFirst;
    while (aFirst < aLast && bFirst < bLast && at(a_, aLast - 1) == at(b_, bLast - 1)) --aLast, --bLast;
    if (aFirst == aLast || bFirst == bLast) return mark(aFirst, aLast, bFirst, bLast);
    const Split split = findSplit(aFirst, aLast, bFirst, bLast);
    if (split.x < 0) return mark(aFirst, aLast, bFirst, bLast);
    compare(aFirst, split.x, bFirst, split.y);
    compare(split.x, aLast, split.y, bLast);
  }

  void mark(int aFirst, int aLast, int bFirst, int bLast) {
    std::fill(removed.begin() + aFirst, removed.begin() + aLast, true);
    std::fill(added.begin() + bFirst, added.begin() + bLast, true);
  }

  /// Furthest x on diagonal k (y = x - k) after d edits, from the fronts of d - 1 edits; -1: none in the box.
  static int furthest(const std::vector<int>& front, int middle, int k, int d, int n, int m) {
    if (d == 0) return 0;
    const int right = at(front, middle + k - 1), down = at(front, middle + k + 1);
    const int byRight = right >= 0 && right < n ? right + 1 : -1;
    const int byDown = down >= 0 && down - k <= m ? down : -1;
    return std::max(byRight, byDown);
  }

  /// Searches from both corners at once; where the two fronts meet, a shortest path passes.
  Split findSplit(int aFirst, int aLast, int bFirst, int bLast) {
    const int n = aLast - aFirst, m = bLast - bFirst, delta = n - m;
    const int bound = std::min((n + m + 1) / 2, kMaxCost);
    const int mid = bound + 1;
    forward_.assign(static_cast<std::size_t>(2 * mid + 1), -1);
    backward_.assign(static_cast<std::size_t>(2 * mid + 1), -1);
    const auto meets = [&](const std::vector<int>& other, int k, int x, int reach) {
      if (std::abs(delta - k) > reach) return false;
      const int y = at(other, mid + delta - k);
      return x >= 0 && y >= 0 && x + y >= n;
    };
    for (int d = 0; d <= bound; ++d) {
      for (int k = -d; k <= d; k += 2) {
        int x = furthest(forward_, mid, k, d, n, m);
        while (x >= 0 && x < n && x - k < m && at(a_, aFirst + x) == at(b_, bFirst + x - k)) ++x;
        forward_[static_cast<std::size_t>(mid + k)] = x;
        if (delta % 2 != 0 && meets(backward_, k, x, d - 1)) return {aFirst + x, bFirst + x - k};
      }
      for (int k = -d; k <= d; k += 2) {
        int x = furthest(backward_, mid, k, d, n, m);
        while (x >= 0 && x < n && x - k < m && at(a_, aLast - 1 - x) == at(b_, bLast - 1 - x + k)) ++x;
        backward_[static_cast<std::size_t>(mid + k)] = x;
        if (delta % 2 == 0 && meets(forward_, k, x, d)) return {aLast - x, bLast - x + k};
      }
    }
    return {};
  }

  static int at(const std::vector<int>& v, int i) { return v[static_cast<std::size_t>(i)]; }

  std::vector<int> a_, b_;
  std::vector<int> forward_, backward_;
};

/// Equal lines get equal numbers, so that comparing them costs one integer comparison.
std::vector<int> internLines(const std::vector<std::string_view>& lines,
                             std::unordered_map<std::string_view, int>& numbers) {
  std::vector<int> result;
  result.reserve(lines.size());
  for (const std::string_view line : lines)
    result.push_back(numbers.emplace(line, static_cast<int>(numbers.size())).first->second);
  return result;
}
}  // namespace

TextDiff diffTexts(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> oldLines = splitLines(before), newLines = splitLines(after);
  std::unordered_map<std::string_view, int> numbers;
  std::vector<int> oldIds = internLines(oldLines, numbers), newIds = internLines(newLines, numbers);
  const LineMatcher match(std::move(oldIds), std::move(newIds));

  TextDiff diff;
  std::size_t i = 0, j = 0;
  bool inChange = false;
  while (i < oldLines.size() || j < newLines.size()) {
    DiffLine line;
    if (i < oldLines.size() && match.removed[i]) {
      line = {DiffKind::Removed, static_cast<int>(i + 1), 0, withoutLineEnd(oldLines[i])};
      ++i, ++diff.removed;
    } else if (j < newLines.size() && match.added[j]) {
      line = {DiffKind::Added, 0, static_cast<int>(j + 1), withoutLineEnd(newLines[j])};
      ++j, ++diff.added;
    } else {
      line = {DiffKind::Same, static_cast<int>(i + 1), static_cast<int>(j + 1), withoutLineEnd(oldLines[i])};
      ++i, ++j;
    }
    const bool changed = line.kind != DiffKind::Same;
    if (changed && !inChange) ++diff.places;
    inChange = changed;
    diff.lines.push_back(std::move(line));
  }
  return diff;
}

std::vector<DiffSpan> foldUnchanged(const TextDiff& diff, int context) {
  const int count = static_cast<int>(diff.lines.size());
  std::vector<bool> shown(diff.lines.size(), false);
  for (int i = 0; i < count; ++i) {
    if (diff.lines[static_cast<std::size_t>(i)].kind == DiffKind::Same) continue;
    const int first = std::max(0, i - context), last = std::min(count - 1, i + context);
    std::fill(shown.begin() + first, shown.begin() + last + 1, true);
  }
  std::vector<DiffSpan> spans;
  for (int i = 0; i < count;) {
    int end = i;
    while (end < count && shown[static_cast<std::size_t>(end)] == shown[static_cast<std::size_t>(i)]) ++end;
    const bool folded = !shown[static_cast<std::size_t>(i)] && end - i >= 2;
    if (!spans.empty() && !spans.back().folded && !folded)
      spans.back().count += end - i;
    else
      spans.push_back({i, end - i, folded});
    i = end;
  }
  return spans;
}

}  // namespace grashof
