// core/dynamics/mobility.h - rank of the closures at a pose, and how a mechanism really moves near it.
#pragma once
#include <vector>

#include "core/dynamics/kinematics.h"

namespace grashof {

/// A row whose part that others do not say is below this is redundant at a pose. Rows and columns are scaled
/// by natural levers (a dyad's pivot is the sine of its transmission angle), so it means the same as in the
/// lever rule.
inline constexpr double kRankTolerance = 1e-3;

/// Kept rows at one pose, scaled: velocity v counts in units of 1/columnScale[v], every entry is at most of
/// order 1.
struct ScaledRows {
  MatrixXd J;              ///< [kept rows x nv]
  VectorXd columnScale;    ///< u = columnScale * y
  std::vector<int> owner;  ///< constraint of each row
};
ScaledRows scaledRows(const Model& model, const TreeState& state);
int rankOf(const MatrixXd& scaledJ);

struct Mobility {
  int rank = 0;  ///< at the nominal pose
  int dof = 0, genericDof = 0;
  bool isSingular = false;           ///< nearby closed poses have a higher rank than the nominal one
  bool isInfinitesimal = false;      ///< the loops can start to move but no other closed pose is near
  std::vector<int> weakConstraints;  ///< constraints with fewer new rows at the nominal pose than kept rows
  std::vector<bool> moves;           ///< per velocity: takes part in some motion that the closures allow
};
/// cost of order (columns in loops)^3; above 400 of them only the rank at the nominal pose is looked at
Mobility findMobility(const Model& model, const TreeState& nominal);

}  // namespace grashof
