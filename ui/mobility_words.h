// ui/mobility_words.h - mobility in the few words a status bar has room for.
#pragma once
#include <QString>

#include "core/dynamics/analysis.h"

namespace grashof {

/// What stands behind the number of degrees of freedom: "DoF, 0 redundant".
QString mobilityTail(const MobilityReport& mobility);

}  // namespace grashof
