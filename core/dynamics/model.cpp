#include "core/dynamics/model.h"

namespace grashof {

std::string_view constraintKindName(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::Pin:
      return "pin";
    case ConstraintKind::Equality:
      return "equality";
    case ConstraintKind::Universal:
      return "universal";
    case ConstraintKind::Mimic:
      return "mimic";
  }
  return "pin";
}

int Model::jointOf(int source) const {
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j].source == source) return static_cast<int>(j);
  return -1;
}

bool Model::isSameOrAbove(int ancestor, int body) const {
  while (body > ancestor) body = bodies[body].parent;
  return body == ancestor;
}

int Model::findJoint(std::string_view name) const {
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (joints[i].name == name) return static_cast<int>(i);
  return -1;
}

int Model::authoredRows() const {
  int rows = 0;
  for (const Constraint& c : constraints) rows += c.authoredRowCount();
  return rows;
}

int Model::keptRows() const {
  int rows = 0;
  for (const Constraint& c : constraints) rows += c.keptRowCount();
  return rows;
}

}  // namespace grashof
