// core/mechanism/quick_fix.h - edits that would settle a finding, worded as their result.
#pragma once
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/mechanism/edit.h"

namespace grashof {

struct QuickFix {
  std::string label;  ///< short enough for a button: "Swap bounds", "Set ±90°", "Use two axes"
  Edit edit;
};

/// What can be offered for a finding about this mechanism, best first; empty where only a person can know.
/// Each edit applies to `mechanism` as it is. Findings of an older mechanism whose element is gone get
/// nothing.
std::vector<QuickFix> quickFixes(const Mechanism& mechanism, const Diagnostic& finding);

}  // namespace grashof
