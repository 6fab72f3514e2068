#include "core/dynamics/loop_plan_order.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace grashof {
namespace {

constexpr int kNone = -1;
constexpr std::size_t kHubSlack = 1;        // see withoutHubs
constexpr std::size_t kMergedColumns = 16;  // rowless fronts grow to this size

/// A group of rows while the order is being found; merged groups carry several constraints.
struct Group {
  std::vector<int> constraints;
  std::set<int> columns;
  int rows = 0;
  bool isAlive = true;
  bool isStale = true;   // the figures below have to be found again
  std::vector<int> own;  // private columns, hubs left out
  std::size_t cost = 0;  // boundary columns if it were eliminated now
};

class GreedyOrder {
 public:
  explicit GreedyOrder(OrderProblem problem);
  std::vector<OrderedFront> run();

 private:
  bool eliminateCheapest();
  bool eliminatePartly();
  bool mergeSmallestPair();
  void eliminate(std::vector<int> own, std::vector<int> constraints, const std::set<int>& rowColumns);
  void refresh(int group);
  std::vector<int> privateColumns(const Group& group) const;
  std::vector<int> withoutHubs(std::vector<int> columns, int rows) const;
  void markStale(int column);

  std::vector<std::set<int>> coupled_;
  std::vector<std::set<int>> touching_;  // per column: live groups upon it
  std::vector<std::size_t> initialTouch_;
  std::set<int> left_;  // columns still to be eliminated
  std::vector<Group> groups_;
  std::vector<OrderedFront> fronts_;
};

GreedyOrder::GreedyOrder(OrderProblem problem) : coupled_(std::move(problem.coupled)) {
  const std::size_t n = coupled_.size();
  touching_.resize(n);
  initialTouch_.resize(n);
  for (std::size_t c = 0; c < n; ++c) left_.insert(static_cast<int>(c));
  for (const RowGroup& g : problem.groups) {
    for (int c : g.columns) touching_[c].insert(static_cast<int>(groups_.size()));
    groups_.push_back({{g.constraint}, {g.columns.begin(), g.columns.end()}, g.rows, true, true, {}, 0});
  }
  for (std::size_t c = 0; c < n; ++c) initialTouch_[c] = touching_[c].size();
}

std::vector<int> GreedyOrder::privateColumns(const Group& group) const {
  std::vector<int> own;
  for (int c : group.columns)
    if (touching_[c].size() == 1) own.push_back(c);
  return own;
}

/// The last leg would otherwise swallow the crank that all legs share. All other private columns stay, so
/// that the numeric search chooses among them and a dead point is no event.
std::vector<int> GreedyOrder::withoutHubs(std::vector<int> columns, int rows) const {
  const auto needed = static_cast<std::size_t>(rows);
  if (columns.size() <= needed || needed == 0) return columns;
  std::stable_sort(columns.begin(), columns.end(),
                   [this](int a, int b) { return initialTouch_[a] < initialTouch_[b]; });
  std::size_t kept = needed;
  const std::size_t limit = initialTouch_[columns[needed - 1]] + kHubSlack;
  while (kept < columns.size() && initialTouch_[columns[kept]] <= limit) ++kept;
  columns.resize(kept);
  std::sort(columns.begin(), columns.end());
  return columns;
}

void GreedyOrder::refresh(int group) {
  Group& g = groups_[group];
  g.isStale = false;
  g.own = withoutHubs(privateColumns(g), g.rows);
  std::set<int> boundary = g.columns;
  for (int c : g.own) boundary.insert(coupled_[c].begin(), coupled_[c].end());
  for (int c : g.own) boundary.erase(c);
  g.cost = boundary.size();
}

void GreedyOrder::markStale(int column) {
  for (int g : touching_[column]) groups_[g].isStale = true;
}

void GreedyOrder::eliminate(std::vector<int> own, std::vector<int> constraints,
                            const std::set<int>& rowColumns) {
  std::set<int> boundary = rowColumns;
  for (int c : own) boundary.insert(coupled_[c].begin(), coupled_[c].end());
  for (int c : own) boundary.erase(c);
  for (int b : boundary) {
    coupled_[b].insert(boundary.begin(), boundary.end());
    coupled_[b].erase(b);
    for (int c : own) coupled_[b].erase(c);
    markStale(b);
  }
  for (int c : own) left_.erase(c);
  fronts_.push_back({std::move(own), {boundary.begin(), boundary.end()}, std::move(constraints)});
}

/// A group that its private columns can satisfy, or a free column. False: neither exists.
bool GreedyOrder::eliminateCheapest() {
  std::size_t best = std::numeric_limits<std::size_t>::max();
  int bestGroup = kNone, bestColumn = kNone;
  for (int i = 0; i < static_cast<int>(groups_.size()); ++i) {
    if (!groups_[i].isAlive) continue;
    if (groups_[i].isStale) refresh(i);
    const Group& g = groups_[i];
    if (!g.own.empty() && static_cast<int>(g.own.size()) >= g.rows && g.cost < best) {
      best = g.cost;
      bestGroup = i;
    }
  }
  for (int c : left_)
    if (touching_[c].empty() && coupled_[c].size() < best) {
      best = coupled_[c].size();
      bestColumn = c;
    }
  if (bestColumn != kNone) {
    eliminate({bestColumn}, {}, {});
    return true;
  }
  if (bestGroup == kNone) return false;
  Group& g = groups_[bestGroup];
  for (int c : g.columns) {
    markStale(c);
    touching_[c].erase(bestGroup);
  }
  g.isAlive = false;
  eliminate(g.own, std::move(g.constraints), g.columns);
  return true;
}

/// The group with the smallest boundary among those with too few private columns: its other rows go on as a
/// group without constraints of its own (their numbers arrive from this front). False: no private column at
/// all.
bool GreedyOrder::eliminatePartly() {
  std::size_t best = std::numeric_limits<std::size_t>::max();
  int bestGroup = kNone;
  for (int i = 0; i < static_cast<int>(groups_.size()); ++i) {
    const Group& g = groups_[i];
    if (g.isAlive && !g.own.empty() && g.cost < best) {
      best = g.cost;
      bestGroup = i;
    }
  }
  if (bestGroup == kNone) return false;
  Group& g = groups_[bestGroup];
  const std::vector<int> own = privateColumns(g);
  const std::set<int> columns = g.columns;
  for (int c : own) {
    g.columns.erase(c);
    touching_[c].clear();
  }
  g.rows -= static_cast<int>(own.size());
  g.isStale = true;
  g.isAlive = !g.columns.empty();
  eliminate(own, std::exchange(g.constraints, {}), columns);
  return true;
}

/// Every column is shared: treat the two groups with the smallest union as one.
bool GreedyOrder::mergeSmallestPair() {
  std::size_t best = std::numeric_limits<std::size_t>::max();
  int first = kNone, second = kNone;
  for (int i = 0; i < static_cast<int>(groups_.size()); ++i) {
    if (!groups_[i].isAlive) continue;
    std::set<int> neighbours;
    for (int c : groups_[i].columns)
      for (int g : touching_[c])
        if (g > i) neighbours.insert(g);
    for (int j : neighbours) {
      std::set<int> both = groups_[i].columns;
      both.insert(groups_[j].columns.begin(), groups_[j].columns.end());
      if (both.size() < best) {
        best = both.size();
        first = i;
        second = j;
      }
    }
  }
  if (first == kNone) return false;
  Group &a = groups_[first], &b = groups_[second];
  for (int c : b.columns) {
    touching_[c].erase(second);
    touching_[c].insert(first);
  }
  a.columns.insert(b.columns.begin(), b.columns.end());
  a.constraints.insert(a.constraints.end(), b.constraints.begin(), b.constraints.end());
  a.rows += b.rows;
  a.isStale = true;
  b.isAlive = false;
  return true;
}

std::vector<OrderedFront> GreedyOrder::run() {
  while (!left_.empty() && (eliminateCheapest() || eliminatePartly() || mergeSmallestPair())) {
  }
  return std::move(fronts_);
}

/// Joins a front without rows to the front that follows it when nothing is lost by it: free chains become one
/// dense front.
std::vector<OrderedFront> mergeFreeChains(std::vector<OrderedFront> fronts, std::size_t columns) {
  std::vector<int> frontOf(columns, kNone);
  for (std::size_t f = 0; f < fronts.size(); ++f)
    for (int c : fronts[f].own) frontOf[c] = static_cast<int>(f);
  std::vector<OrderedFront> kept;
  for (OrderedFront& front : fronts) {
    int next = std::numeric_limits<int>::max();
    for (int c : front.boundary) next = std::min(next, frontOf[c]);
    if (!front.boundary.empty()) {
      OrderedFront& parent = fronts[next];
      const bool fits = front.constraints.empty() && parent.constraints.empty() &&
                        front.boundary.size() == parent.own.size() + parent.boundary.size() &&
                        front.own.size() + parent.own.size() <= kMergedColumns;
      if (fits) {
        parent.own.insert(parent.own.begin(), front.own.begin(), front.own.end());
        for (int c : front.own) frontOf[c] = next;
        continue;
      }
    }
    kept.push_back(std::move(front));
  }
  return kept;
}

}  // namespace

std::vector<OrderedFront> eliminationOrder(OrderProblem problem) {
  const std::size_t columns = problem.coupled.size();
  return mergeFreeChains(GreedyOrder(std::move(problem)).run(), columns);
}

}  // namespace grashof
