// core/mechanism/actuation.h - which joints a motor drives, as far as the file tells.
#pragma once
#include "core/mechanism/mechanism.h"

namespace grashof {

/// One degree of freedom, an effort above zero, not cut, and no other joint that it follows.
bool isActuated(const Joint& joint);

}  // namespace grashof
