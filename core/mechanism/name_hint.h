// core/mechanism/name_hint.h - the name that was probably meant.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grashof {

/// The candidate nearest to `name` by edit distance (insert, delete, replace, swap neighbours; upper and
/// lower case count half), or empty when none is near: more than a third of the name would have to change.
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);

/// "did you mean 'base_plate'?", or empty.
std::string nearestNameHint(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace grashof
