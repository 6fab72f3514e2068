#include "core/topology/spanning_tree.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/topology/rigid_groups.h"

namespace grashof {
namespace {

/// First link of each name: names may be double while a file is being mended.
std::unordered_map<std::string_view, int> linksByName(const Mechanism& m) {
  std::unordered_map<std::string_view, int> index;
  for (std::size_t i = 0; i < m.links.size(); ++i) index.emplace(m.links[i].name, static_cast<int>(i));
  return index;
}

/// The named root or, where that name refers to nothing, the first link without a tree joint above it.
int rootLink(const Mechanism& m, const std::unordered_map<std::string_view, int>& index) {
  if (const auto it = index.find(m.root); it != index.end()) return it->second;
  std::vector<bool> isChild(m.links.size(), false);
  for (const Joint& joint : m.joints)
    if (const auto it = index.find(joint.child); !joint.isCut && it != index.end())
      isChild[it->second] = true;
  const auto free = std::find(isChild.begin(), isChild.end(), false);
  return free == isChild.end() ? -1 : static_cast<int>(free - isChild.begin());
}

/// Links from `link` up to the root, both included.
std::vector<int> pathToRoot(const SpanningTree& tree, int link) {
  std::vector<int> path;
  for (int l = link; l >= 0; l = tree.parentLink[l]) path.push_back(l);
  return path;
}

/// Movable tree joints between two links of the tree: up from the first, then down to the second.
std::vector<int> movableJointsBetween(const Mechanism& m, const SpanningTree& tree, int from, int to) {
  std::vector<int> up = pathToRoot(tree, from), down = pathToRoot(tree, to);
  while (!up.empty() && !down.empty() && up.back() == down.back()) {
    up.pop_back();
    down.pop_back();
  }
  std::reverse(down.begin(), down.end());
  up.insert(up.end(), down.begin(), down.end());
  std::vector<int> joints;
  for (const int link : up)
    if (m.joints[tree.parentJoint[link]].type != JointType::Fixed) joints.push_back(tree.parentJoint[link]);
  return joints;
}

}  // namespace

SpanningTree spanningTree(const Mechanism& m) {
  SpanningTree tree;
  tree.parentJoint.assign(m.links.size(), -1);
  tree.parentLink.assign(m.links.size(), -1);
  const auto index = linksByName(m);
  const int root = rootLink(m, index);
  if (root < 0) return tree;

  struct Edge {
    int joint, child;
  };
  std::vector<std::vector<Edge>> children(m.links.size());
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const auto parent = index.find(m.joints[j].parent), child = index.find(m.joints[j].child);
    if (m.joints[j].isCut || parent == index.end() || child == index.end()) continue;
    children[parent->second].push_back({static_cast<int>(j), child->second});
  }

  // An explicit stack, because a chain may be long; a link that was visited is not entered again, so that
  // rings and second parents in a broken file cannot loop for ever.
  struct Visit {
    int joint, parent, link;
  };
  std::vector<Visit> stack{{-1, -1, root}};
  std::vector<bool> visited(m.links.size(), false);
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (visited[visit.link]) continue;
    visited[visit.link] = true;
    tree.linkOrder.push_back(visit.link);
    tree.parentJoint[visit.link] = visit.joint;
    tree.parentLink[visit.link] = visit.parent;
    if (visit.joint >= 0) tree.jointOrder.push_back(visit.joint);
    const auto& edges = children[visit.link];
    for (auto it = edges.rbegin(); it != edges.rend(); ++it)
      stack.push_back({it->joint, visit.link, it->child});
  }
  return tree;
}

std::vector<Loop> fundamentalLoops(const Mechanism& m) {
  const SpanningTree tree = spanningTree(m);
  const auto index = linksByName(m);
  const std::vector<int> body = rigidGroups(m, tree).carrier;
  const auto reached = [&](const std::string& name) {
    const auto it = index.find(name);
    return it != index.end() && body[it->second] >= 0 ? it->second : -1;
  };

  std::vector<Loop> loops;
  std::map<std::pair<int, int>, std::size_t> loopOfPair;
  for (std::size_t c = 0; c < m.closures.size(); ++c) {
    const int link1 = reached(m.closures[c].body1), link2 = reached(m.closures[c].body2);
    if (link1 < 0 || link2 < 0) continue;
    const auto [it, isNew] = loopOfPair.emplace(std::minmax(body[link1], body[link2]), loops.size());
    if (isNew)
      loops.push_back({displayName(m.closures[c], static_cast<int>(c)),
                       movableJointsBetween(m, tree, link1, link2),
                       {},
                       -1});
    loops[it->second].closures.push_back(static_cast<int>(c));
  }
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& joint = m.joints[j];
    const int link1 = reached(joint.parent), link2 = reached(joint.child);
    if (!joint.isCut || link1 < 0 || link2 < 0) continue;
    loops.push_back({joint.name, movableJointsBetween(m, tree, link1, link2), {}, static_cast<int>(j)});
  }
  return loops;
}

}  // namespace grashof
