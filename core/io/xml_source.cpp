#include "core/io/xml_source.h"

#include <tinyxml2.h>

#include <charconv>

#include "core/io/xml_walk.h"

namespace grashof {
namespace {

Diagnostic notWellFormed(SourceLocation where, std::string message) {
  return {Severity::Error,
          "not-well-formed",
          std::move(where),
          "",
          "",
          std::move(message),
          "the file has to be XML: every tag closed, every attribute quoted, one element around all",
          {}};
}

/// UTF-16 and other texts that are not bytes-for-ASCII: found by their byte order mark or by NUL bytes.
std::optional<Diagnostic> encodingFault(const std::string& text, const std::string& file) {
  const bool hasMark = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  const std::size_t nul = text.find('\0');
  if (!hasMark && nul == std::string::npos) return std::nullopt;
  const bool isUtf16 = hasMark || nul < 2;
  Diagnostic d{Severity::Error, "bad-encoding", {file, 1, 1}, "", "", "", "", {}};
  if (isUtf16) {
    d.message = "the file is encoded as UTF-16; only UTF-8 is read";
    d.hint = "convert it: iconv -f UTF-16 -t UTF-8 FILE > out.urdf";
  } else {
    d.where = locate(text, nul, file);
    d.message = "the file holds a NUL byte (byte " + std::to_string(nul + 1) + "): it is not a text file";
    d.hint = "open the URDF itself, as UTF-8 text";
  }
  return d;
}

/// Offset of the first byte that is not part of a UTF-8 sequence, or npos.
std::size_t firstNonUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    std::size_t length = 0;
    if (lead < 0x80)
      length = 1;
    else if (lead >= 0xC2 && lead < 0xE0)
      length = 2;
    else if (lead >= 0xE0 && lead < 0xF0)
      length = 3;
    else if (lead >= 0xF0 && lead < 0xF5)
      length = 4;
    if (length == 0 || i + length > text.size()) return i;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return i;
    i += length;
  }
  return std::string_view::npos;
}

/// The parser's verdict; where our own walk knows better what is wrong, in its words.
std::optional<Diagnostic> parserFault(const SourceDocument& document, const xml::Walk& walk) {
  tinyxml2::XMLDocument parser;
  const std::size_t walked = walk.broken ? walk.broken->offset : document.text.size();
  const std::string bare = xml::withoutPrologs(document.text, walk.prologs, walked);
  const bool isBad = parser.Parse(bare.data(), bare.size()) != tinyxml2::XML_SUCCESS;
  if (!isBad && !walk.broken) return std::nullopt;
  Diagnostic d = notWellFormed({document.file, 0, 0}, "");
  if (walk.broken) {
    d.where = locate(document.text, walk.broken->offset, document.file);
    d.message = "not well-formed XML: " + walk.broken->message;
    if (walk.broken->other > 0) d.related.push_back(locate(document.text, walk.broken->other, document.file));
  }
  if (isBad) {
    const int line = parser.ErrorLineNum();
    if (!walk.broken) {
      // tinyxml2 names its own error codes; what our walk minded says the same in words.
      const bool isMinded = !walk.minded.empty();
      d.message =
          "not well-formed XML: " + (isMinded ? walk.minded[0].message : std::string(parser.ErrorName()));
      d.where.line = line;
      if (isMinded) d.where = locate(document.text, walk.minded[0].offset, document.file);
    } else if (line > 0 && line != d.where.line) {
      d.message += " (the parser stopped at line " + std::to_string(line) + ")";
      d.related.push_back({document.file, line, 0});
    }
  }
  return d;
}

}  // namespace

const SourceAttribute* SourceElement::attribute(std::string_view attributeName) const {
  for (const SourceAttribute& a : attributes)
    if (a.name == attributeName) return &a;
  return nullptr;
}

std::vector<int> SourceDocument::children(int ordinal) const {
  std::vector<int> out;
  const int end = elements[static_cast<std::size_t>(ordinal)].subtreeEnd;
  for (int c = ordinal + 1; c < end; c = elements[static_cast<std::size_t>(c)].subtreeEnd) out.push_back(c);
  return out;
}

std::string SourceDocument::path(int ordinal) const {
  if (ordinal < 0 || ordinal >= static_cast<int>(elements.size())) return {};
  const SourceElement& e = elements[static_cast<std::size_t>(ordinal)];
  if (e.parent < 0) return e.name;
  int index = 0, count = 0;
  for (const int c : children(e.parent)) {
    if (elements[static_cast<std::size_t>(c)].name != e.name) continue;
    ++count;
    if (c == ordinal) index = count;
  }
  std::string own = "/" + e.name;
  if (count > 1) own += "[" + std::to_string(index) + "]";
  return path(e.parent) + own;
}

const SourceElement* SourceDocument::find(std::string_view path) const {
  path = path.substr(0, path.find('@'));
  const std::string_view rootName = path.substr(0, path.find('/'));
  if (elements.empty() || elements[0].name != rootName) return nullptr;
  const SourceElement* at = &elements[0];
  path.remove_prefix(rootName.size());
  while (!path.empty()) {
    const std::string_view step = path.substr(1, path.find('/', 1) - 1);
    path.remove_prefix(std::min(step.size() + 1, path.size()));
    const std::string_view name = step.substr(0, step.find('['));
    int index = 1;
    if (name.size() < step.size())
      std::from_chars(step.data() + name.size() + 1, step.data() + step.size(), index);
    const SourceElement* next = nullptr;
    for (const int c : children(at->ordinal))
      if (elements[static_cast<std::size_t>(c)].name == name && --index == 0)
        next = &elements[static_cast<std::size_t>(c)];
    if (next == nullptr) return nullptr;
    at = next;
  }
  return at;
}

Outcome<SourceDocument> parseXml(std::string text, std::string file) {
  if (std::optional<Diagnostic> fault = encodingFault(text, file))
    return Outcome<SourceDocument>::failure(*fault);
  SourceDocument document;
  document.text = std::move(text);
  document.file = std::move(file);
  xml::Walk walk = xml::walk(document.text);
  if (std::optional<Diagnostic> fault = parserFault(document, walk))
    return Outcome<SourceDocument>::failure(*fault);
  Diagnostics findings;
  for (const xml::Fault& fault : walk.minded)
    findings.push_back(notWellFormed(locate(document.text, fault.offset, document.file),
                                     "not well-formed XML: " + fault.message));
  if (const std::size_t bad = firstNonUtf8(document.text); bad != std::string::npos)
    findings.push_back({Severity::Warning,
                        "bad-encoding",
                        locate(document.text, bad, document.file),
                        "",
                        "",
                        "a byte here is not UTF-8 text; names with it may show wrongly",
                        "save the file as UTF-8",
                        {}});
  document.elements = std::move(walk.elements);
  return Outcome<SourceDocument>::success(std::move(document), std::move(findings));
}

SourceLocation locate(std::string_view text, std::size_t offset, const std::string& file) {
  SourceLocation where{file, 1, 1};
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < offset && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++where.line;
      where.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      ++where.column;
    }
  }
  return where;
}

SourceLocation locate(const SourceDocument& document, const SourceAttribute& attribute,
                      std::size_t offsetInValue) {
  SourceLocation where{document.file, attribute.line, attribute.column};
  if (attribute.value.size() != attribute.rawValue.size()) return where;
  const std::string_view before =
      std::string_view(document.text)
          .substr(attribute.rawValue.begin, std::min(offsetInValue, attribute.rawValue.size()));
  const SourceLocation step = locate(before, before.size(), "");
  where.column = step.line > 1 ? step.column : where.column + step.column - 1;
  where.line += step.line - 1;
  return where;
}

std::string escapeAttribute(std::string_view value, char quote) {
  std::string out;
  for (const char c : value) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '\n')
      out += "&#10;";
    else if (c == '\r')
      out += "&#13;";
    else if (c == quote)
      out += quote == '"' ? "&quot;" : "&apos;";
    else
      out += c;
  }
  return out;
}

}  // namespace grashof
