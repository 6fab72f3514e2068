// app/json_writer.h - JSON text piece by piece: shortest round-trip numbers, null for what is not finite.
#pragma once
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/base/pose.h"

namespace grashof {

/// Commas and quoting are its business; the caller opens and closes. Independent of the locale. Object
/// members keep the order in which they are written.
class JsonWriter {
 public:
  JsonWriter& beginObject() { return open('{'); }
  JsonWriter& endObject() { return close('}'); }
  JsonWriter& beginArray() { return open('['); }
  JsonWriter& endArray() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(double number);
  JsonWriter& value(bool flag);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) JsonWriter& value(Integer number) {
    return raw(std::to_string(number));
  }
  JsonWriter& null() { return raw("null"); }
  JsonWriter& value(const std::optional<double>& number) { return number ? value(*number) : null(); }
  JsonWriter& value(std::span<const double> numbers);
  JsonWriter& value(const VectorXd& numbers) {
    return value(std::span(numbers.data(), static_cast<std::size_t>(numbers.size())));
  }
  JsonWriter& value(const Vector3d& v) { return value(std::span(v.data(), 3)); }
  JsonWriter& rows(const MatrixXd& matrix);      ///< [[...], ...]
  JsonWriter& rowMajor(const Matrix3d& matrix);  ///< [9]
  JsonWriter& value(const Diagnostics& diagnostics);

  template <typename Value>
  JsonWriter& member(std::string_view name, const Value& v) {
    return key(name).value(v);
  }

  /// The document with a newline at its end.
  std::string text() const { return text_ + '\n'; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& raw(std::string_view token);
  void separate();
  void quote(std::string_view text);
  std::string text_;
  bool needsComma_ = false;
};

}  // namespace grashof
