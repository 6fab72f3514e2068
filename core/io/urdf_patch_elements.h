// core/io/urdf_patch_elements.h - changes of single URDF elements, from what the text says to what it shall
// say.
#pragma once
#include <string>

#include "core/io/xml_patch.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

// Each compares two values field by field and patches what differs; `before` is what the text says.
void patchMaterial(XmlPatch& patch, int ordinal, const Material& before, const Material& after);
void patchLink(XmlPatch& patch, const Link& before, const Link& after);
void patchJoint(XmlPatch& patch, const Joint& before, const Joint& after);
void patchClosure(XmlPatch& patch, const Closure& before, const Closure& after);

/// Sets a text attribute when it changes; empty: takes it away.
void patchText(XmlPatch& patch, int ordinal, std::string_view name, const std::string& before,
               const std::string& after);
void patchVector(XmlPatch& patch, int ordinal, std::string_view name, const Vector3d& before,
                 const Vector3d& after);
void patchNumber(XmlPatch& patch, int ordinal, std::string_view name, double before, double after);
/// The <origin> child of an element; one is added where it was left out.
void patchOrigin(XmlPatch& patch, int parent, const Origin& before, const Origin& after);

}  // namespace grashof
