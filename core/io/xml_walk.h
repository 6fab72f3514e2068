// core/io/xml_walk.h - the linear walk over an XML text behind parseXml(): spans, and where it breaks off.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/xml_source.h"

namespace grashof::xml {

/// Why the walk stopped or what it minded: a place and a sentence; `other` is a second place (0 = none).
struct Fault {
  std::size_t offset = 0;
  std::string message;
  std::size_t other = 0;
};

struct Walk {
  std::vector<SourceElement> elements;
  std::vector<ByteSpan> prologs;  ///< declarations, processing instructions and DOCTYPEs, wherever they stand
  std::optional<Fault> broken;    ///< set when the text is not well-formed; the walk ends there
  std::vector<Fault> minded;      ///< breaches that leave the structure readable (a repeated attribute)
};

/// Never reads past the text, whatever it holds. cost O(n).
Walk walk(std::string_view text);

/// A copy in which the given spans, and what looks like a declaration from `from` on, are blanks; line breaks
/// stay. tinyxml2 takes declarations in the first lines only, and no internal DTD subset.
std::string withoutPrologs(std::string_view text, const std::vector<ByteSpan>& prologs, std::size_t from);

}  // namespace grashof::xml
