// core/io/xml_source.h - an XML text with the byte span, line and column of every element and attribute.
// tinyxml2 decides whether the text is well-formed; one linear walk over the validated text finds the spans,
// so that a writer can replace what was edited and leave every other byte alone.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/outcome.h"

namespace grashof {

/// Half-open range of bytes in SourceDocument::text.
struct ByteSpan {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
  bool operator==(const ByteSpan&) const = default;
};

/// name="value". Line and column (1-based, in characters) are those of the value's first character.
struct SourceAttribute {
  std::string name;   ///< as written, with its prefix
  std::string value;  ///< entities decoded
  ByteSpan rawValue;  ///< between the quotes
  ByteSpan whole;     ///< from the name to the closing quote
  char quote = '"';
  int line = 0, column = 0;
};

/// One element. Ordinals count elements in document order, from 0 = the root element.
struct SourceElement {
  int ordinal = -1;
  int parent = -1;  ///< ordinal, -1 for the root
  int depth = 0;
  int subtreeEnd = 0;  ///< ordinal after the last descendant
  std::string name;    ///< as written, with its prefix
  ByteSpan whole;      ///< from '<' of the start tag to after '>' of the end tag
  ByteSpan startTag;   ///< from '<' to after '>'
  ByteSpan content;    ///< between start and end tag; empty (at the end) when self-closing
  bool isSelfClosing = false;
  int line = 0, column = 0;  ///< of '<'
  std::vector<SourceAttribute> attributes;

  /// The first attribute of that name, or null.
  const SourceAttribute* attribute(std::string_view attributeName) const;
};

struct SourceDocument {
  std::string text;  ///< exactly the bytes that were read
  std::string file;
  std::vector<SourceElement> elements;

  /// Ordinals of an element's children, in document order.
  std::vector<int> children(int ordinal) const;
  /// Path for messages: "robot/link[2]/inertial"; an index is given where siblings share the name.
  std::string path(int ordinal) const;
  /// The element that path() gave a path for, or null; a trailing "@attribute" is passed over.
  const SourceElement* find(std::string_view path) const;
};

/// Validates and indexes a text. Fails on UTF-16 and on anything that is not one well-formed element with
/// comments, declarations and processing instructions around it; the findings carry `file`.
Outcome<SourceDocument> parseXml(std::string text, std::string file);

/// Line and column (1-based, in characters) of a byte offset.
SourceLocation locate(std::string_view text, std::size_t offset, const std::string& file);
/// The same for a byte inside an attribute's decoded value (its start where entities shift the offsets).
SourceLocation locate(const SourceDocument& document, const SourceAttribute& attribute,
                      std::size_t offsetInValue);

/// Text for an attribute value between `quote`s: & < > and that quote become entities, and so do line breaks.
std::string escapeAttribute(std::string_view value, char quote = '"');

}  // namespace grashof
