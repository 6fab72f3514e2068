#include "app/json_writer.h"

#include <cmath>

#include "core/base/number_text.h"

namespace grashof {

void JsonWriter::separate() {
  if (needsComma_) text_ += ',';
  needsComma_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  needsComma_ = true;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view token) {
  separate();
  text_ += token;
  needsComma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  return std::isfinite(number) ? raw(formatDouble(number)) : null();
}

JsonWriter& JsonWriter::value(bool flag) {
  return raw(flag ? "true" : "false");
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  needsComma_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::span<const double> numbers) {
  beginArray();
  for (const double number : numbers) value(number);
  return endArray();
}

JsonWriter& JsonWriter::rows(const MatrixXd& matrix) {
  beginArray();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) value(VectorXd(matrix.row(i)));
  return endArray();
}

JsonWriter& JsonWriter::rowMajor(const Matrix3d& matrix) {
  beginArray();
  for (int i = 0; i < 9; ++i) value(matrix(i / 3, i % 3));
  return endArray();
}

JsonWriter& JsonWriter::value(const Diagnostics& diagnostics) {
  beginArray();
  for (const Diagnostic& d : diagnostics) {
    beginObject();
    member("severity", severityName(d.severity)).member("code", d.code).member("file", d.where.file);
    member("line", d.where.line).member("column", d.where.column).member("element", d.element);
    member("message", d.message).member("hint", d.hint);
    endObject();
  }
  return endArray();
}

namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 where there is none.
std::size_t utf8Length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates, beyond U+10FFFF.
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
      (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F))
    return 0;
  return length;
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  text_ += '"';
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = utf8Length(text);
    if (length == 0) {
      text_ += "\xEF\xBF\xBD";  // a Latin-1 file name must not make the document invalid
    } else if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (c >= 0 && c < 0x20) {
      text_ += "\\u00";
      text_ += kHex[(c >> 4) & 0xF];
      text_ += kHex[c & 0xF];
    } else {
      text_ += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

}  // namespace grashof
