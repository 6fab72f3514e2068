// What differs between two mechanisms, as the cheapest rebuild that takes it in. Places in the source do not
// count, and neither does a reference that follows a renamed link or joint.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/mechanism/edit.h"

namespace grashof {
namespace {

using Index = std::unordered_map<std::string_view, int>;

template <typename T>
Index indexOf(const std::vector<T>& items) {
  Index index;
  for (std::size_t i = 0; i < items.size(); ++i) index.emplace(items[i].name, static_cast<int>(i));
  return index;
}

int find(const Index& index, const std::string& name) {
  const auto it = index.find(name);
  return it == index.end() ? -1 : it->second;
}

/// Names refer to the same element: the same index, or the same unknown name.
bool refersAlike(const Index& a, const std::string& nameA, const Index& b, const std::string& nameB) {
  const int i = find(a, nameA), j = find(b, nameB);
  return i == j && (i >= 0 || nameA == nameB);
}

struct Names {
  Index links, joints;
  explicit Names(const Mechanism& m) : links(indexOf(m.links)), joints(indexOf(m.joints)) {}
};

ChangeScope scopeIf(bool differs, ChangeScope scope) {
  return differs ? scope : ChangeScope::None;
}

bool differ(const Geometry& a, const Geometry& b) {
  return a.name != b.name || !(a.origin == b.origin) || a.shape != b.shape || a.material != b.material;
}

bool differ(const std::vector<Geometry>& a, const std::vector<Geometry>& b) {
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(),
                     [](const Geometry& x, const Geometry& y) { return !differ(x, y); });
}

bool differ(const std::optional<Inertial>& a, const std::optional<Inertial>& b) {
  if (!a || !b) return a.has_value() != b.has_value();
  return !(a->origin == b->origin) || a->mass != b->mass || a->inertia != b->inertia;
}

/// Contacts are made from collision shapes, so that these are parameters and visuals are not.
ChangeScope compare(const Link& a, const Link& b) {
  return std::max(
      scopeIf(a.name != b.name || differ(a.visuals, b.visuals), ChangeScope::Appearance),
      scopeIf(differ(a.inertial, b.inertial) || differ(a.collisions, b.collisions), ChangeScope::Parameters));
}

bool differ(const JointLimits& a, const JointLimits& b) {
  return a.lower != b.lower || a.upper != b.upper || a.velocity != b.velocity || a.effort != b.effort;
}

bool differ(const JointDynamics& a, const JointDynamics& b) {
  return a.damping != b.damping || a.friction != b.friction || a.rotorInertia != b.rotorInertia ||
         a.stiffness != b.stiffness || a.springMount != b.springMount;
}

ChangeScope compare(const Joint& a, const Names& namesA, const Joint& b, const Names& namesB) {
  bool graph = a.type != b.type || a.isCut != b.isCut || a.mimic.has_value() != b.mimic.has_value() ||
               !refersAlike(namesA.links, a.parent, namesB.links, b.parent) ||
               !refersAlike(namesA.links, a.child, namesB.links, b.child);
  bool values = !(a.origin == b.origin) || a.axis != b.axis || a.childOrigin != b.childOrigin ||
                differ(a.limits, b.limits) || differ(a.dynamics, b.dynamics);
  if (a.mimic && b.mimic) {
    graph = graph || !refersAlike(namesA.joints, a.mimic->leader, namesB.joints, b.mimic->leader);
    values = values || a.mimic->multiplier != b.mimic->multiplier || a.mimic->offset != b.mimic->offset;
  }
  return std::max({scopeIf(a.name != b.name, ChangeScope::Appearance),
                   scopeIf(values, ChangeScope::Parameters), scopeIf(graph, ChangeScope::Topology)});
}

ChangeScope compare(const Closure& a, const Names& namesA, const Closure& b, const Names& namesB) {
  const bool graph = a.kind != b.kind || a.axes.size() != b.axes.size() || a.locked != b.locked ||
                     !refersAlike(namesA.links, a.body1, namesB.links, b.body1) ||
                     !refersAlike(namesA.links, a.body2, namesB.links, b.body2);
  const bool values = a.anchor != b.anchor || a.axes != b.axes || a.anchor2 != b.anchor2 ||
                      a.axisA != b.axisA || a.axisB != b.axisB;
  return std::max({scopeIf(a.name != b.name, ChangeScope::Appearance),
                   scopeIf(values, ChangeScope::Parameters), scopeIf(graph, ChangeScope::Topology)});
}

}  // namespace

ChangeScope changeScope(const Mechanism& before, const Mechanism& after) {
  if (before.links.size() != after.links.size() || before.joints.size() != after.joints.size() ||
      before.closures.size() != after.closures.size())
    return ChangeScope::Topology;
  const Names a(before), b(after);
  // A root called `world` is fixed to the world, any other floats.
  if (!refersAlike(a.links, before.root, b.links, after.root) ||
      (before.root == "world") != (after.root == "world"))
    return ChangeScope::Topology;
  ChangeScope scope =
      scopeIf(before.name != after.name || before.materials != after.materials, ChangeScope::Appearance);
  scope = std::max(scope, scopeIf(before.nominal != after.nominal, ChangeScope::Pose));
  for (std::size_t i = 0; i < before.links.size(); ++i)
    scope = std::max(scope, compare(before.links[i], after.links[i]));
  for (std::size_t i = 0; i < before.joints.size(); ++i)
    scope = std::max(scope, compare(before.joints[i], a, after.joints[i], b));
  for (std::size_t i = 0; i < before.closures.size(); ++i)
    scope = std::max(scope, compare(before.closures[i], a, after.closures[i], b));
  return scope;
}

}  // namespace grashof
