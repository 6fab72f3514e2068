#include "core/io/xml_entities.h"

#include <charconv>

namespace grashof::xml {
namespace {

void appendUtf8(std::string& out, unsigned long code) {
  const auto put = [&out](unsigned long byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6)), put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12)), put(0x80 | ((code >> 6) & 0x3F)), put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18)), put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F)), put(0x80 | (code & 0x3F));
  }
}

/// "#65" or "#x41".
bool appendNumbered(std::string& out, std::string_view name) {
  const bool isHex = name.starts_with("#x");
  const std::string_view digits = name.substr(isHex ? 2 : 1);
  const char* end = digits.data() + digits.size();
  unsigned long code = 0;
  const auto result = std::from_chars(digits.data(), end, code, isHex ? 16 : 10);
  const bool isCharacter = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (result.ec != std::errc{} || result.ptr != end || !isCharacter) return false;
  appendUtf8(out, code);
  return true;
}

}  // namespace

void Entities::declare(std::string_view name, std::string_view value) {
  if (value.find('&') == std::string_view::npos) values_.emplace(name, value);
}

bool Entities::append(std::string& out, std::string_view name) const {
  if (name.starts_with('#')) return appendNumbered(out, name);
  const auto it = values_.find(name);
  if (it == values_.end()) return false;
  out += it->second;
  return true;
}

}  // namespace grashof::xml
