// core/topology/closure_forms.h - other ways to write the same closure.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/mechanism/edit.h"

namespace grashof {

/// c: a point; z: a direction; "axes across z": an equality that holds both directions across it.
enum class ClosureForm {
  Pin,            ///< pin at c
  TwoAxes,        ///< equality at c with axes across the loop's normal
  TwoAndOneAxes,  ///< two equalities at c, with two axes and with the third
  TwoPins,        ///< pins at c and c + d z
  PinAndTwoAxes,  ///< pin at c, axes across z at c + d z
  ThreePins,      ///< pins at three points not in a line
  PinTwoOneAxes,  ///< pin at c, axes across z at c + d z, one axis across the plane of the points at a third
  Universal,      ///< universal at c, all translations locked
  PinAndOneAxis,  ///< pin at c, axis n_a at c + d n_b
};

struct EquivalentForm {
  ClosureForm form = ClosureForm::Pin;
  std::string words;              ///< "two in-plane axes"
  int rows = 0;                   ///< that it writes
  std::vector<Closure> closures;  ///< what it would be
};

/// Closures between two bodies and the ways to say the same with others: equal errors to first order, and an
/// equal motion, in every pose in which they are closed.
struct ClosureForms {
  std::vector<int> closures;  ///< those meant, indices into the mechanism's, ascending
  ClosureForm current = ClosureForm::Pin;
  int rank = 0;           ///< rows that say something new in this loop
  bool isPlanar = false;  ///< the loop moves in a plane across their axis (within the lever rule's 1/1000)
  std::vector<EquivalentForm> forms;  ///< the current one among them; fewest rows first
};

/// The group is all closures with this one's body1 and body2. Nothing where there is one way only, or none
/// that this knows:
///
///   planar loop, normal z   pin = two axes = two and one = two pins along z = pin and two axes
///   hinge                   two pins = pin and axes across their line (5 rows, none redundant)
///   point                   pin = two axes and the third
///   weld                    three pins (9 rows) = pin, two axes, one axis (6 rows)
///   universal               universal, all locked = pin and n_a at c + d n_b, where n_a is across n_b now
///
/// New points stand `ownLength` away. Points of body2 that a file gives (anchor2) are kept or carried along
/// at the nominal pose.
std::optional<ClosureForms> equivalentForms(const Mechanism& mechanism, int closure);

/// Rewrites the group in that form, as one step; the first closure keeps its place and name.
Edit rewriteEdit(const Mechanism& mechanism, const ClosureForms& group, const EquivalentForm& form);

}  // namespace grashof
