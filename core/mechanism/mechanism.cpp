#include "core/mechanism/mechanism.h"

#include <algorithm>

namespace grashof {
namespace {
template <typename T>
int indexByName(const std::vector<T>& items, std::string_view name) {
  const auto it = std::find_if(items.begin(), items.end(), [name](const T& x) { return x.name == name; });
  return it == items.end() ? -1 : static_cast<int>(it - items.begin());
}
}  // namespace

std::string_view closureKindName(ClosureKind kind) {
  switch (kind) {
    case ClosureKind::Pin: return "pin";
    case ClosureKind::Equality: return "equality";
    case ClosureKind::Universal: return "universal";
  }
  return "pin";
}

int Mechanism::findLink(std::string_view linkName) const { return indexByName(links, linkName); }
int Mechanism::findJoint(std::string_view jointName) const { return indexByName(joints, jointName); }

int Mechanism::parentJointOf(std::string_view linkName) const {
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (!joints[i].isCut && joints[i].child == linkName) return static_cast<int>(i);
  return -1;
}

std::string displayName(const Closure& closure, int index) {
  if (!closure.name.empty()) return closure.name;
  return std::string(closureKindName(closure.kind)) + " " + std::to_string(index + 1);
}

}  // namespace grashof
