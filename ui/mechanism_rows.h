// ui/mechanism_rows.h - the rows of a mechanism's tree and of its loops, and their live values.
#pragma once
#include <memory>

#include "core/dynamics/analysis.h"
#include "core/simulation/snapshot.h"
#include "ui/rows.h"

namespace grashof {

/// A joint and its child link share one row; the root link stands at the top. `model` may be null.
std::unique_ptr<Row> treeRows(const Mechanism& mechanism, const Model* model, bool isBaseFixed);
/// Each loop with its joints in order, the closure or cut joint among them with scissors.
std::unique_ptr<Row> loopRows(const Mechanism& mechanism, const Analysis& analysis);

/// Joint coordinates and gaps of an instant into the rows; cheap, ten times a second.
void updateValue(Row& row, const Model& model, const Snapshot& snapshot, const Analysis& analysis);
/// Largest gap of a loop's constraints, m.
double loopGap(const LoopReport& loop, const Snapshot& snapshot);
/// Up to a ten-thousandth of the mechanism's size, at most 0.1 mm, a gap counts as closed.
bool isClosedGap(double gap, double size);

/// Icon names by type.
QString jointIcon(JointType type);
QString closureIcon(const Closure& closure);
/// "pin", "two axes", "one axis", "universal".
QString closureWords(const Closure& closure);
/// Joint rows show this when there is no better name.
QString loopName(const LoopReport& loop, const Mechanism& mechanism, int index);

}  // namespace grashof
