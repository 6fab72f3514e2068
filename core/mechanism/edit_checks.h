// core/mechanism/edit_checks.h - what an edit must fulfil. An edit is judged by what it changes: a field that
// is broken and stays as it is does not keep a person from mending the one beside it.
#pragma once
#include <string>

#include "core/base/diagnostic.h"
#include "core/mechanism/mechanism.h"

namespace grashof::edit_checks {

/// Collects the reasons against an edit of one element.
struct Report {
  Diagnostics& findings;
  std::string element;  ///< path of the element, "robot/joint[2]"
  std::string subject;
  SourceRef source;

  /// `field` continues the path: "/limit@lower".
  void error(std::string code, const std::string& field, std::string message, std::string hint = {}) const;
};

/// A name to be given: not empty, no control characters, not taken.
void checkName(const std::string& name, bool isTaken, const Report& report);
void checkLink(const Link& before, const Link& after, const Report& report);
/// `m` is the mechanism before the edit, `index` the joint's.
void checkJoint(const Mechanism& m, int index, const Joint& after, const Report& report);
/// `index` -1 for a closure that is new.
void checkClosure(const Mechanism& m, int index, const Closure& after, const Report& report);
/// One tree: every link below one root, one tree joint above each.
void checkGraph(const Mechanism& after, Diagnostics& findings);
void checkNominal(const Mechanism& after, Diagnostics& findings);

/// Axes that span less than this (sine of the angle between them) count as parallel; 1 0 0 and 1 0.0001 0 do
/// not.
inline constexpr double kParallelSine = 1e-9;
bool areParallel(const Vector3d& a, const Vector3d& b);

}  // namespace grashof::edit_checks
