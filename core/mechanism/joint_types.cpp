#include "core/mechanism/joint_types.h"

#include <array>

namespace grashof {
namespace {
struct Entry {
  JointType type;
  std::string_view name;
  int nq, nv;
};
constexpr std::array<Entry, 9> kTypes{{{JointType::Fixed, "fixed", 0, 0},
                                       {JointType::Revolute, "revolute", 1, 1},
                                       {JointType::Continuous, "continuous", 1, 1},
                                       {JointType::Prismatic, "prismatic", 1, 1},
                                       {JointType::Spherical, "spherical", 4, 3},
                                       {JointType::Planar, "planar", 3, 3},
                                       {JointType::Floating, "floating", 7, 6},
                                       {JointType::Universal, "universal", 0, 0},
                                       {JointType::Cylindrical, "cylindrical", 0, 0}}};
const Entry& entryOf(JointType type) { return kTypes[static_cast<std::size_t>(type)]; }
}  // namespace

std::string_view jointTypeName(JointType type) { return entryOf(type).name; }
int coordinateCount(JointType type) { return entryOf(type).nq; }
int velocityCount(JointType type) { return entryOf(type).nv; }

std::optional<JointType> jointTypeFromName(std::string_view name) {
  if (name == "ball") return JointType::Spherical;
  for (const Entry& e : kTypes)
    if (e.name == name) return e.type;
  return std::nullopt;
}

}  // namespace grashof
