// app/aligned_links.h - where the two links in line at an end of travel are, for a line drawn through them.
#pragma once
#include <array>
#include <optional>

#include "core/dynamics/model.h"

namespace grashof {

/// The pivots of two links in line: the ends and the one between, in World, m.
using AlignedLinks = std::array<Vector3d, 3>;

/// Of a loop that the joint (index into model.joints) moves, in the pose q [nq]: three pivots in a row, as
/// seen along the hinges, that lie on one line; the dragged joint is not the middle one. The straightest of
/// them; nothing where no three are in line.
std::optional<AlignedLinks> alignedLinks(const Model& model, const VectorXd& q, int joint);

}  // namespace grashof
