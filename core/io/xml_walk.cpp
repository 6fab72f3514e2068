#include "core/io/xml_walk.h"

#include "core/io/xml_entities.h"

namespace grashof::xml {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kNameEnd = " \t\r\n/>=<\"'?!";

/// Line and column of offsets that never decrease, so that a text on one line stays linear in cost.
class Tracker {
 public:
  explicit Tracker(std::string_view text) : text_(text) {
    if (text.starts_with("\xEF\xBB\xBF")) offset_ = 3;
  }
  void moveTo(std::size_t offset) {
    for (; offset_ < offset && offset_ < text_.size(); ++offset_) {
      const char c = text_[offset_];
      if (c == '\n') {
        ++line_;
        column_ = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
        ++column_;
      }
    }
  }
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  int line_ = 1, column_ = 1;
};

class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text), tracker_(text) {}

  Walk run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (at_ < text_.size() && !out_.broken) step();
    if (!out_.broken && !open_.empty()) {
      const SourceElement& e = out_.elements[static_cast<std::size_t>(open_.back())];
      fail(text_.size(), "<" + e.name + "> of line " + std::to_string(e.line) + " is never closed",
           e.whole.begin);
    }
    if (!out_.broken && out_.elements.empty()) fail(text_.size(), "the file holds no element");
    return std::move(out_);
  }

 private:
  void fail(std::size_t offset, std::string message, std::size_t other = 0) {
    out_.broken = Fault{offset, std::move(message), other};
  }
  bool looksAt(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void step() {
    if (text_[at_] != '<') return characters();
    if (looksAt("<!--")) return skipTo("-->", "a comment is never closed");
    if (looksAt("<![CDATA[")) return skipTo("]]>", "a CDATA section is never closed");
    if (looksAt("<?")) return prolog("?>");
    if (looksAt("<!")) return doctype();
    if (looksAt("</")) return endTag();
    startTag();
  }

  void characters() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::size_t word = text_.find_first_not_of(kBlanks, at_);
    if (open_.empty() && word < end) return fail(word, "text outside the root element");
    at_ = end;
  }

  void skipTo(std::string_view closing, const char* complaint) {
    const std::size_t end = text_.find(closing, at_ + 4);
    if (end == std::string_view::npos) return fail(at_, complaint);
    at_ = end + closing.size();
  }

  void prolog(std::string_view closing) {
    const std::size_t begin = at_;
    skipTo(closing, "a <?...?> is never closed");
    if (!out_.broken) out_.prologs.push_back({begin, at_});
  }

  /// <!DOCTYPE name [ ... ]>: general entities with literal values are remembered, the rest is passed over.
  void doctype() {
    const std::size_t begin = at_;
    int brackets = 0;
    for (std::size_t i = at_ + 2; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '"' || c == '\'') {
        i = text_.find(c, i + 1);
        if (i == std::string_view::npos) break;
      } else if (c == '[') {
        ++brackets;
      } else if (c == ']') {
        --brackets;
      } else if (c == '<' && text_.substr(i).starts_with("<!ENTITY")) {
        entityDeclaration(i + 8);
      } else if (c == '>' && brackets <= 0) {
        at_ = i + 1;
        out_.prologs.push_back({begin, at_});
        return;
      }
    }
    fail(begin, "a <!...> is never closed");
  }

  void entityDeclaration(std::size_t i) {
    const std::size_t nameBegin = text_.find_first_not_of(kBlanks, i);
    if (nameBegin == std::string_view::npos) return;
    const std::size_t nameEnd = text_.find_first_of(kNameEnd, nameBegin);
    if (nameEnd == std::string_view::npos) return;
    const std::size_t quote = text_.find_first_not_of(kBlanks, nameEnd);
    if (quote == std::string_view::npos || (text_[quote] != '"' && text_[quote] != '\'')) return;
    const std::size_t close = text_.find(text_[quote], quote + 1);
    if (close == std::string_view::npos) return;
    const std::string_view value = text_.substr(quote + 1, close - quote - 1);
    entities_.declare(text_.substr(nameBegin, nameEnd - nameBegin), value);
  }

  void endTag() {
    const std::size_t nameEnd = std::min(text_.find_first_of(kNameEnd, at_ + 2), text_.size());
    const std::string_view name = text_.substr(at_ + 2, nameEnd - at_ - 2);
    const std::size_t close = text_.find_first_not_of(kBlanks, nameEnd);
    if (close == std::string_view::npos || text_[close] != '>') return fail(at_, "an end tag lacks its '>'");
    if (open_.empty()) return fail(at_, "</" + std::string(name) + "> closes nothing");
    SourceElement& e = out_.elements[static_cast<std::size_t>(open_.back())];
    if (e.name != name)
      return fail(
          at_,
          "<" + e.name + "> of line " + std::to_string(e.line) + " is closed by </" + std::string(name) + ">",
          e.whole.begin);
    e.content.end = at_;
    at_ = close + 1;
    e.whole.end = at_;
    e.subtreeEnd = static_cast<int>(out_.elements.size());
    open_.pop_back();
  }

  void startTag() {
    if (open_.empty() && !out_.elements.empty()) return fail(at_, "a second root element");
    SourceElement e;
    tracker_.moveTo(at_);
    e.line = tracker_.line();
    e.column = tracker_.column();
    e.ordinal = static_cast<int>(out_.elements.size());
    e.parent = open_.empty() ? -1 : open_.back();
    e.depth = static_cast<int>(open_.size());
    e.whole.begin = e.startTag.begin = at_;
    const std::size_t nameEnd = std::min(text_.find_first_of(kNameEnd, at_ + 1), text_.size());
    e.name = text_.substr(at_ + 1, nameEnd - at_ - 1);
    if (e.name.empty()) return fail(at_, "'<' starts no tag here; write &lt; for the character");
    std::size_t i = nameEnd;
    if (!attributes(e, i)) return;
    e.startTag.end = at_ = i;
    e.whole.end = i;
    e.content = {i, i};
    e.subtreeEnd = e.ordinal + 1;
    if (!e.isSelfClosing) open_.push_back(e.ordinal);
    out_.elements.push_back(std::move(e));
  }

  /// Reads attributes up to and including '>' or '/>'.
  bool attributes(SourceElement& e, std::size_t& i) {
    while (true) {
      const std::size_t before = i;
      i = text_.find_first_not_of(kBlanks, i);
      if (i == std::string_view::npos)
        return fail(e.whole.begin, "the tag <" + e.name + "> is never closed"), false;
      if (text_[i] == '>') return ++i, true;
      if (text_.substr(i).starts_with("/>")) {
        e.isSelfClosing = true;
        return i += 2, true;
      }
      if (i == before)
        return fail(i, "a blank is missing inside the tag <" + e.name + ">", e.whole.begin), false;
      if (!attribute(e, i)) return false;
    }
  }

  bool attribute(SourceElement& e, std::size_t& i) {
    const std::size_t nameEnd = std::min(text_.find_first_of(kNameEnd, i), text_.size());
    SourceAttribute a;
    a.name = text_.substr(i, nameEnd - i);
    const std::size_t equals = text_.find_first_not_of(kBlanks, nameEnd);
    const std::size_t quote =
        equals == std::string_view::npos ? equals : text_.find_first_not_of(kBlanks, equals + 1);
    if (a.name.empty() || quote == std::string_view::npos || text_[equals] != '=' ||
        (text_[quote] != '"' && text_[quote] != '\''))
      return fail(i, "an attribute of <" + e.name + "> is not written as name=\"value\"", e.whole.begin),
             false;
    const std::size_t close = text_.find(text_[quote], quote + 1);
    if (close == std::string_view::npos)
      return fail(quote, "the value of '" + a.name + "' in <" + e.name + "> is never closed", e.whole.begin),
             false;
    a.quote = text_[quote];
    a.rawValue = {quote + 1, close};
    a.whole = {i, close + 1};
    tracker_.moveTo(quote + 1);
    a.line = tracker_.line();
    a.column = tracker_.column();
    a.value = decoded(a.rawValue);
    if (e.attribute(a.name) != nullptr)
      out_.minded.push_back(
          {i, "<" + e.name + "> has the attribute '" + a.name + "' twice; the first one counts"});
    e.attributes.push_back(std::move(a));
    i = close + 1;
    return true;
  }

  std::string decoded(ByteSpan span) {
    const std::string_view raw = text_.substr(span.begin, span.size());
    std::string out;
    out.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '&') {
        out += raw[i];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      if (end == std::string_view::npos || !entities_.append(out, raw.substr(i + 1, end - i - 1))) {
        out_.minded.push_back(
            {span.begin + i, "'&' starts no known entity here; write &amp; for the character"});
        out += '&';
      } else {
        i = end;
      }
    }
    return out;
  }

  std::string_view text_;
  Tracker tracker_;
  Walk out_;
  std::vector<int> open_;
  std::size_t at_ = 0;
  Entities entities_;
};

void blank(std::string& text, ByteSpan span) {
  for (std::size_t i = span.begin; i < span.end && i < text.size(); ++i)
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
}

}  // namespace

Walk walk(std::string_view text) {
  return Walker(text).run();
}

std::string withoutPrologs(std::string_view text, const std::vector<ByteSpan>& prologs, std::size_t from) {
  std::string copy(text);
  for (const ByteSpan& span : prologs) blank(copy, span);
  for (std::size_t i = copy.find("<?", from); i != std::string::npos; i = copy.find("<?", i + 2)) {
    const std::size_t end = copy.find("?>", i);
    if (end == std::string::npos) break;
    blank(copy, {i, end + 2});
  }
  return copy;
}

}  // namespace grashof::xml
