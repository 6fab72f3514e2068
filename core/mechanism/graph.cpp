#include "core/mechanism/graph.h"

#include <set>

namespace grashof {
namespace {

using Children = std::vector<std::vector<int>>;

/// Joints below each link, in document order; `owner` selects one joint per child.
Children childJoints(const Mechanism& m, const JointEnds& ends, const std::vector<int>& owner) {
  Children children(m.links.size());
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (ends.parent[j] < 0 || ends.child[j] < 0 || owner[ends.child[j]] != static_cast<int>(j)) continue;
    children[ends.parent[j]].push_back(static_cast<int>(j));
  }
  return children;
}

/// Marks what is reached from `start` with `label`; joints in the order of the visit.
int reach(const JointEnds& ends, const Children& children, int start, int label, std::vector<int>& labels,
          std::vector<int>* order) {
  int count = 1;
  labels[start] = label;
  std::vector<int> stack(children[start].rbegin(), children[start].rend());
  while (!stack.empty()) {
    const int joint = stack.back();
    stack.pop_back();
    const int link = ends.child[joint];
    if (labels[link] >= 0) continue;
    labels[link] = label;
    ++count;
    if (order != nullptr) order->push_back(joint);
    stack.insert(stack.end(), children[link].rbegin(), children[link].rend());
  }
  return count;
}

/// A link on the ring above `link`: walking up from it, the first link in the file among those that repeat.
int firstOfRing(const JointEnds& ends, const std::vector<int>& owner, int link) {
  std::vector<bool> seen(owner.size(), false);
  while (!seen[link]) {
    seen[link] = true;
    link = ends.parent[owner[link]];
  }
  int first = link;
  for (int l = ends.parent[owner[link]]; l != link; l = ends.parent[owner[l]]) first = std::min(first, l);
  return first;
}

}  // namespace

JointEnds jointEnds(const Mechanism& m) {
  std::unordered_map<std::string_view, int> index;
  for (std::size_t i = 0; i < m.links.size(); ++i) index.emplace(m.links[i].name, static_cast<int>(i));
  const auto find = [&index](const std::string& name) {
    const auto it = index.find(name);
    return it == index.end() ? -1 : it->second;
  };
  JointEnds ends;
  for (const Joint& joint : m.joints) {
    ends.parent.push_back(find(joint.parent));
    ends.child.push_back(find(joint.child));
  }
  return ends;
}

TreeWalk walkTree(const Mechanism& m) {
  const JointEnds ends = jointEnds(m);
  std::vector<int> owner(m.links.size(), -1);
  std::vector<bool> isChild(m.links.size(), false);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (m.joints[j].isCut || ends.child[j] < 0) continue;
    isChild[ends.child[j]] = true;
    if (owner[ends.child[j]] < 0) owner[ends.child[j]] = static_cast<int>(j);
  }
  const Children children = childJoints(m, ends, owner);
  TreeWalk walk;
  walk.rootOf.assign(m.links.size(), -1);
  walk.parentJoint.assign(m.links.size(), -1);
  for (std::size_t l = 0; l < m.links.size(); ++l)
    if (!isChild[l] && !m.links[l].name.empty() && m.findLink(m.links[l].name) == static_cast<int>(l))
      walk.roots.push_back(static_cast<int>(l));
  walk.pieceSize.resize(walk.roots.size());
  const auto visit = [&](std::size_t r) {
    walk.pieceSize[r] = reach(ends, children, walk.roots[r], walk.roots[r], walk.rootOf, &walk.jointOrder);
  };
  for (std::size_t r = 0; r < walk.roots.size(); ++r)
    if (m.links[walk.roots[r]].name == m.root) visit(r);
  for (std::size_t r = 0; r < walk.roots.size(); ++r)
    if (walk.pieceSize[r] == 0) visit(r);
  for (const int joint : walk.jointOrder) walk.parentJoint[ends.child[joint]] = joint;
  return walk;
}

bool isOneTree(const Mechanism& m) {
  std::set<std::string_view> links, joints;
  for (const Link& link : m.links)
    if (link.name.empty() || !links.insert(link.name).second) return false;
  for (const Joint& joint : m.joints)
    if (joint.name.empty() || !joints.insert(joint.name).second) return false;
  const JointEnds ends = jointEnds(m);
  std::vector<bool> isOwned(m.links.size(), false);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (ends.parent[j] < 0 || ends.child[j] < 0 || ends.parent[j] == ends.child[j]) return false;
    if (m.joints[j].isCut) continue;
    if (isOwned[ends.child[j]]) return false;
    isOwned[ends.child[j]] = true;
  }
  const TreeWalk walk = walkTree(m);
  return walk.roots.size() == 1 && walk.pieceSize[0] == static_cast<int>(m.links.size());
}

std::vector<int> rigidCarriers(const Mechanism& m, const TreeWalk& walk) {
  const JointEnds ends = jointEnds(m);
  std::vector<int> carrier(m.links.size());
  for (std::size_t l = 0; l < m.links.size(); ++l) carrier[l] = static_cast<int>(l);
  for (const int joint : walk.jointOrder)
    if (m.joints[joint].type == JointType::Fixed) carrier[ends.child[joint]] = carrier[ends.parent[joint]];
  return carrier;
}

void chooseTree(Mechanism& m) {
  const JointEnds ends = jointEnds(m);
  const auto isEdge = [&](std::size_t j) {
    return ends.parent[j] >= 0 && ends.child[j] >= 0 && ends.parent[j] != ends.child[j];
  };
  std::vector<int> owner(m.links.size(), -1);
  std::vector<bool> isHeld(m.links.size(),
                           false);  // below a joint that cannot be used: neither root nor ring
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (ends.child[j] < 0) continue;
    if (!isEdge(j))
      isHeld[ends.child[j]] = true;
    else if (owner[ends.child[j]] < 0)
      owner[ends.child[j]] = static_cast<int>(j);
  }
  std::vector<int> label(m.links.size(), -1);
  const auto grow = [&](int link) { reach(ends, childJoints(m, ends, owner), link, link, label, nullptr); };
  int root = -1;
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    if (owner[l] >= 0) continue;
    if (root < 0 && !isHeld[l] && m.findLink(m.links[l].name) == static_cast<int>(l))
      root = static_cast<int>(l);
    grow(static_cast<int>(l));
  }
  // What is still unreached hangs below a ring: hold it by a later joint from what is reached, else open the
  // ring.
  const auto adopt = [&] {
    for (std::size_t j = 0; j < m.joints.size(); ++j) {
      if (!isEdge(j) || label[ends.parent[j]] < 0 || label[ends.child[j]] >= 0) continue;
      owner[ends.child[j]] = static_cast<int>(j);
      grow(ends.child[j]);
      return true;
    }
    return false;
  };
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    while (adopt()) {
    }
    if (label[l] >= 0) continue;
    const int first = firstOfRing(ends, owner, static_cast<int>(l));
    owner[first] = -1;
    if (root < 0) root = first;
    grow(first);
  }
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    m.joints[j].isCut = isEdge(j) && owner[ends.child[j]] != static_cast<int>(j);
  m.root = root < 0 ? std::string() : m.links[root].name;
}

}  // namespace grashof
