// core/mechanism/edit.h - edits as values: applyEdit(mechanism, edit) is a pure function.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "core/base/outcome.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

// Each edit replaces one whole element by its new value; indices are into the mechanism's vectors.
struct SetLink { int index = -1; Link value; };            ///< everything but the name
struct SetJoint { int index = -1; Joint value; };          ///< everything but the name
struct SetClosure { int index = -1; Closure value; };
struct AddClosure { Closure value; };
struct RemoveClosure { int index = -1; };
struct SetNominal { std::optional<std::vector<double>> value; };
struct RenameLink { int index = -1; std::string name; };   ///< follows through joints and closures
struct RenameJoint { int index = -1; std::string name; };  ///< follows through mimics
struct EditList;                                           ///< several edits as one step
using Edit = std::variant<SetLink, SetJoint, SetClosure, AddClosure, RemoveClosure, SetNominal, RenameLink,
                          RenameJoint, EditList>;
struct EditList { std::vector<Edit> edits; };

/// The mechanism after the edit, or why it cannot be made (unknown body, equality with parallel axes, name
/// taken, ...). The result may still carry warnings. Never throws on user data.
Outcome<Mechanism> applyEdit(const Mechanism& mechanism, const Edit& edit);

/// What has to be rebuilt, cheapest first.
enum class ChangeScope { None, Appearance, Pose, Parameters, Topology };
ChangeScope changeScope(const Mechanism& before, const Mechanism& after);

}  // namespace grashof
