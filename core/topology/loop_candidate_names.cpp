#include "core/topology/loop_candidate_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

namespace grashof {
namespace {

struct EndName {
  std::string stem;
  int side = -1;  ///< 0: A or 1, 1: B or 2; -1: no end
};

/// "left_closedloop3_B_frame" is side 1 of "left_closedloop3".
EndName endName(const std::string& written) {
  std::string lower = written;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::string_view name = lower;
  for (const std::string_view suffix : {"_frame", "_link", "_joint"})
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  constexpr std::array<std::string_view, 6> kWords{"closedloop", "closed_loop", "loop_closure",
                                                   "closing",    "closure",     "loop"};
  const bool isLoop = std::any_of(kWords.begin(), kWords.end(),
                                  [&](std::string_view w) { return name.find(w) != std::string_view::npos; });
  if (!isLoop || name.size() < 3) return {};
  const char last = name.back(), before = name[name.size() - 2];
  const bool isSeparated = before == '_' || before == '-' || before == '.';
  const bool isLetter = last == 'a' || last == 'b';
  if (!isSeparated || (!isLetter && last != '1' && last != '2')) return {};
  EndName end{std::string(name.substr(0, name.size() - 2)), last == 'a' || last == '1' ? 0 : 1};
  end.stem += isLetter ? "#ab" : "#12";
  return end;
}

}  // namespace

std::vector<NamedEnds> namedEnds(const Mechanism& m, const TreeWalk& walk) {
  struct Found {
    std::array<std::vector<std::pair<int, std::string>>, 2> sides;
  };
  std::map<std::string, Found> byStem;
  std::vector<std::string> order;
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const int joint = walk.parentJoint[l];
    if (joint < 0) continue;
    std::string name = m.links[l].name;
    EndName end = endName(name);
    if (end.side < 0) {
      name = m.joints[static_cast<std::size_t>(joint)].name;
      end = endName(name);
    }
    if (end.side < 0) continue;
    if (byStem.find(end.stem) == byStem.end()) order.push_back(end.stem);
    byStem[end.stem].sides[static_cast<std::size_t>(end.side)].emplace_back(static_cast<int>(l), name);
  }
  std::vector<NamedEnds> pairs;
  for (const std::string& stem : order) {
    const Found& found = byStem[stem];
    if (found.sides[0].size() != 1 || found.sides[1].size() != 1) continue;  // a name used for something else
    pairs.push_back({found.sides[0][0].first, found.sides[1][0].first, found.sides[0][0].second,
                     found.sides[1][0].second});
  }
  return pairs;
}

}  // namespace grashof
