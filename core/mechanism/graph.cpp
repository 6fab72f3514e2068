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

namespace {

/// Finds the joint that owns each link, the one that the tree reaches it by; the others are cut.
class TreeChoice {
 public:
  explicit TreeChoice(const Mechanism& m)
      : m_(m),
        ends_(jointEnds(m)),
        owner_(m.links.size(), -1),
        label_(m.links.size(), -1),
        isHeld_(m.links.size(), false),
        isMarked_(m.links.size(), false) {
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      const int child = ends_.child[j];
      if (child < 0) continue;
      if (!isEdge(j))
        isHeld_[child] = true;
      else if (m_.joints[j].isCut)
        isMarked_[child] = true;
      else if (owner_[child] < 0)
        owner_[child] = static_cast<int>(j);
    }
  }

  bool isEdge(std::size_t j) const {
    return ends_.parent[j] >= 0 && ends_.child[j] >= 0 && ends_.parent[j] != ends_.child[j];
  }
  /// Whether the joint owns its child.
  bool isOwner(std::size_t j) const { return owner_[ends_.child[j]] == static_cast<int>(j); }

  /// Completes the owners and returns the root, -1 where there is none.
  int run() {
    int root = firstRoot();
    if (root >= 0) grow(root);
    for (std::size_t l = 0; l < owner_.size(); ++l)
      if (owner_[l] < 0 && !isMarked_[l]) grow(static_cast<int>(l));
    for (std::size_t l = 0; l < owner_.size(); ++l) {
      while (adopt() || growMarked()) {
      }
      if (label_[l] >= 0) continue;
      const int first = firstOfRing(ends_, owner_, static_cast<int>(l));
      owner_[first] = -1;
      if (root < 0) root = first;
      grow(first);
    }
    return root;
  }

 private:
  /// A link that only cut joints lead to is the root where no other link can be.
  int firstRoot() const {
    for (const bool mayBeMarked : {false, true})
      for (std::size_t l = 0; l < owner_.size(); ++l)
        if (owner_[l] < 0 && !isHeld_[l] && (mayBeMarked || !isMarked_[l]) &&
            m_.findLink(m_.links[l].name) == static_cast<int>(l))
          return static_cast<int>(l);
    return -1;
  }

  void grow(int link) {
    if (label_[link] < 0) reach(ends_, childJoints(m_, ends_, owner_), link, link, label_, nullptr);
  }

  /// What is unreached hangs below a ring or a cut joint: another joint from what is reached may hold it.
  bool adopt() {
    for (const bool mayBeCut : {false, true})
      for (std::size_t j = 0; j < m_.joints.size(); ++j) {
        if (!isEdge(j) || label_[ends_.parent[j]] < 0 || label_[ends_.child[j]] >= 0) continue;
        if (m_.joints[j].isCut != mayBeCut) continue;
        owner_[ends_.child[j]] = static_cast<int>(j);
        grow(ends_.child[j]);
        return true;
      }
    return false;
  }

  /// A piece of its own whose top only cut joints of the same piece lead to.
  bool growMarked() {
    for (std::size_t l = 0; l < owner_.size(); ++l)
      if (owner_[l] < 0 && label_[l] < 0) return grow(static_cast<int>(l)), true;
    return false;
  }

  const Mechanism& m_;
  const JointEnds ends_;
  std::vector<int> owner_;  ///< [links] joint, -1 for roots
  std::vector<int> label_;
  std::vector<bool> isHeld_;    ///< below a joint that cannot be used: neither root nor ring
  std::vector<bool> isMarked_;  ///< a cut joint leads to it
};

}  // namespace

void chooseTree(Mechanism& m) {
  TreeChoice choice(m);
  const int root = choice.run();
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    m.joints[j].isCut = choice.isEdge(j) && !choice.isOwner(j);
  m.root = root < 0 ? std::string() : m.links[root].name;
}

}  // namespace grashof
