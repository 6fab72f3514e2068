#include "core/mechanism/actuation.h"

namespace grashof {

bool isActuated(const Joint& joint) {
  return hasOneDof(joint.type) && !joint.isCut && !joint.mimic && joint.limits.effort.value_or(0) > 0;
}

}  // namespace grashof
