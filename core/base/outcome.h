// core/base/outcome.h - a value, or the reasons why there is none; warnings may come with either.
#pragma once
#include <optional>
#include <utility>

#include "core/base/diagnostic.h"

namespace grashof {

/// No value implies at least one Error among the diagnostics; a value may come with findings of any severity
/// (a file whose mass is negative still has a mechanism that can be shown and mended).
template <typename T>
struct [[nodiscard]] Outcome {
  std::optional<T> value;
  Diagnostics diagnostics;

  bool ok() const { return value.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }

  static Outcome success(T v, Diagnostics d = {}) { return {std::move(v), std::move(d)}; }
  static Outcome failure(Diagnostics d) { return {std::nullopt, std::move(d)}; }
  static Outcome failure(Diagnostic d) { return {std::nullopt, Diagnostics{std::move(d)}}; }
};

}  // namespace grashof
