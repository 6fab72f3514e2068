#include "core/io/xml_patch.h"

#include <algorithm>

#include "core/base/number_text.h"

namespace grashof {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kIndents = " \t";

/// Byte ranges of the blank-separated tokens.
std::vector<ByteSpan> tokensOf(std::string_view text) {
  std::vector<ByteSpan> tokens;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    tokens.push_back({at, end});
    at = text.find_first_not_of(kBlanks, end);
  }
  return tokens;
}

}  // namespace

int XmlPatch::firstChild(int parent, std::string_view name) const {
  for (const int c : document_.children(parent))
    if (element(c).name == name) return c;
  return -1;
}

std::vector<int> XmlPatch::childrenNamed(int parent, std::string_view name) const {
  std::vector<int> found = document_.children(parent);
  std::erase_if(found, [&](int c) { return element(c).name != name; });
  return found;
}

std::size_t XmlPatch::attributesEnd(const SourceElement& e) const {
  return e.attributes.empty() ? e.startTag.begin + 1 + e.name.size() : e.attributes.back().whole.end;
}

void XmlPatch::setAttribute(int ordinal, std::string_view name, std::string_view value) {
  const SourceElement& e = element(ordinal);
  if (const SourceAttribute* a = e.attribute(name)) {
    if (a->value != value)
      replacements_.push_back(
          {ordinal, a->rawValue.begin, a->rawValue.end, escapeAttribute(value, a->quote)});
    return;
  }
  const char quote = e.attributes.empty() ? '"' : e.attributes.back().quote;
  const std::size_t at = attributesEnd(e);
  replacements_.push_back(
      {ordinal, at, at, " " + std::string(name) + "=" + quote + escapeAttribute(value, quote) + quote});
}

void XmlPatch::setNumbers(int ordinal, std::string_view name, std::span<const double> values) {
  const SourceAttribute* a = element(ordinal).attribute(name);
  if (!a) return setAttribute(ordinal, name, formatDoubles(values));
  const std::string_view raw = std::string_view(document_.text).substr(a->rawValue.begin, a->rawValue.size());
  const std::vector<ByteSpan> tokens = tokensOf(raw);
  if (tokens.size() != values.size() || raw.find('&') != std::string_view::npos)
    return setAttribute(ordinal, name, formatDoubles(values));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::optional<double> old = parseDouble(raw.substr(tokens[i].begin, tokens[i].size()));
    if (old && *old == values[i]) continue;
    const std::size_t begin = a->rawValue.begin;
    replacements_.push_back(
        {ordinal, begin + tokens[i].begin, begin + tokens[i].end, formatDouble(values[i])});
  }
}

void XmlPatch::removeAttribute(int ordinal, std::string_view name) {
  const SourceElement& e = element(ordinal);
  const SourceAttribute* a = e.attribute(name);
  if (!a) return;
  std::size_t begin = a->whole.begin;
  while (begin > e.startTag.begin && kBlanks.find(document_.text[begin - 1]) != std::string_view::npos)
    --begin;
  replacements_.push_back({ordinal, begin, a->whole.end, ""});
}

void XmlPatch::rename(int ordinal, std::string_view name) {
  const SourceElement& e = element(ordinal);
  if (e.name == name) return;
  renamed_[ordinal] = name;
  const auto replaceAt = [&](std::size_t at) {
    replacements_.push_back({ordinal, at, at + e.name.size(), std::string(name)});
  };
  replaceAt(e.startTag.begin + 1);
  if (!e.isSelfClosing) replaceAt(e.content.end + 2);
}

void XmlPatch::remove(int ordinal) {
  removed_.insert(ordinal);
}

void XmlPatch::append(int parent, XmlNode child) {
  appended_[parent].push_back(std::move(child));
}

bool XmlPatch::isRemoved(int ordinal) const {
  for (int e = ordinal; e >= 0; e = element(e).parent)
    if (removed_.count(e)) return true;
  return false;
}

std::string XmlPatch::lineIndent(std::size_t offset) const {
  const std::string& text = document_.text;
  const std::size_t lineBreak = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = lineBreak == std::string::npos ? 0 : lineBreak + 1;
  const std::size_t end = std::min(text.find_first_not_of(kIndents, begin), offset);
  return text.substr(begin, end - begin);
}

XmlLayout XmlPatch::layout() const {
  const std::string& text = document_.text;
  XmlLayout layout;
  const std::size_t lineBreak = text.find('\n');
  if (lineBreak == std::string::npos) return {"", ""};
  if (lineBreak > 0 && text[lineBreak - 1] == '\r') layout.lineEnd = "\r\n";
  const std::vector<int> top = document_.children(0);
  if (top.empty()) return layout;
  const std::string outer = lineIndent(element(0).whole.begin),
                    inner = lineIndent(element(top[0]).whole.begin);
  if (inner.size() > outer.size() && inner.starts_with(outer)) layout.unit = inner.substr(outer.size());
  return layout;
}

std::string XmlPatch::childIndent(int parent, const std::string& unit) const {
  const std::string& text = document_.text;
  for (const int c : document_.children(parent)) {
    const std::size_t begin = element(c).whole.begin;
    const std::string indent = lineIndent(begin);
    const bool startsLine = begin > indent.size() && text[begin - indent.size() - 1] == '\n';
    if (startsLine) return indent;
  }
  return lineIndent(element(parent).whole.begin) + unit;
}

XmlPatch::Replacement XmlPatch::removalOf(int ordinal) const {
  const std::string& text = document_.text;
  const SourceElement& e = element(ordinal);
  std::size_t before = e.whole.begin, after = e.whole.end;
  while (before > 0 && kIndents.find(text[before - 1]) != std::string_view::npos) --before;
  while (after < text.size() && kIndents.find(text[after]) != std::string_view::npos) ++after;
  const bool endsLine = after < text.size() && (text[after] == '\n' || text.compare(after, 2, "\r\n") == 0);
  if (!endsLine) return {ordinal, e.whole.begin, e.whole.end, ""};
  // The line break before the element goes, the one behind it stays.
  if (before > 0 && text[before - 1] == '\n') --before;
  if (before > 0 && text[before] == '\n' && text[before - 1] == '\r') --before;
  return {ordinal, before, after, ""};
}

XmlPatch::Replacement XmlPatch::additionOf(int parent, const std::vector<XmlNode>& nodes) const {
  const SourceElement& e = element(parent);
  const std::string_view content = std::string_view(document_.text).substr(e.content.begin, e.content.size());
  XmlLayout style = layout();
  const bool isFlat = e.subtreeEnd > e.ordinal + 1 && content.find('\n') == std::string_view::npos;
  if (isFlat) style = {"", ""};
  const std::string indent = style.lineEnd.empty() ? "" : childIndent(parent, style.unit);
  std::string added;
  for (const XmlNode& node : nodes) added += style.lineEnd + indent + xmlText(node, style, indent);
  const std::string outer = style.lineEnd.empty() ? "" : lineIndent(e.whole.begin);
  if (e.isSelfClosing) {
    const auto renamed = renamed_.find(parent);
    const std::string& name = renamed == renamed_.end() ? e.name : renamed->second;
    return {parent, attributesEnd(e), e.startTag.end,
            ">" + added + style.lineEnd + outer + "</" + name + ">"};
  }
  const std::size_t last = content.find_last_not_of(kBlanks);
  const std::size_t at = e.content.begin + (last == std::string_view::npos ? 0 : last + 1);
  if (content.find('\n') == std::string_view::npos) added += style.lineEnd + outer;
  return {parent, at, at, std::move(added)};
}

std::string XmlPatch::apply() const {
  std::vector<Replacement> all = replacements_;
  for (const auto& [parent, nodes] : appended_) all.push_back(additionOf(parent, nodes));
  std::erase_if(all, [this](const Replacement& r) { return isRemoved(r.element); });
  for (const int ordinal : removed_)
    if (!isRemoved(element(ordinal).parent)) all.push_back(removalOf(ordinal));
  // Ties: what is inserted at a place stands before what replaces the bytes behind it.
  std::stable_sort(all.begin(), all.end(), [](const Replacement& a, const Replacement& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::string result;
  std::size_t at = 0;
  for (const Replacement& r : all) {
    // An addition behind a last child that goes finds its place inside the removed range.
    if (r.begin > at) result.append(document_.text, at, r.begin - at);
    result += r.text;
    at = std::max({at, r.begin, r.end});
  }
  return result.append(document_.text, at, std::string::npos);
}

}  // namespace grashof
