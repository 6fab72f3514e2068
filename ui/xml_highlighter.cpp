#include "ui/xml_highlighter.h"

#include "ui/theme.h"

namespace grashof {
namespace {
enum State { kText = 0, kTag = 1, kComment = 2 };
}

XmlHighlighter::XmlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void XmlHighlighter::highlightBlock(const QString& text) {
  const QColor tag = theme().color(QStringLiteral("accent_text")),
               value = theme().color(QStringLiteral("diff_add_text")),
               comment = theme().color(QStringLiteral("text3"));
  int state = previousBlockState() < 0 ? kText : previousBlockState();
  qsizetype i = 0;
  const auto format = [this](qsizetype from, qsizetype to, const QColor& color) {
    setFormat(static_cast<int>(from), static_cast<int>(to - from), color);
  };
  while (i < text.size()) {
    if (state == kComment) {
      const qsizetype end = text.indexOf(u"-->", i);
      const qsizetype to = end < 0 ? text.size() : end + 3;
      format(i, to, comment);
      if (end >= 0) state = kText;
      i = to;
    } else if (state == kText) {
      const qsizetype open = text.indexOf(u'<', i);
      if (open < 0) break;
      state = QStringView(text).mid(open).startsWith(u"<!--") ? kComment : kTag;
      i = open;
      if (state == kTag) {
        // "<name" or "</name" in the tag's colour, attribute names plain.
        qsizetype end = open + 1;
        while (end < text.size() && !text[end].isSpace() && text[end] != u'>' &&
               !(text[end] == u'/' && end > open + 1))
          ++end;
        format(open, end, tag);
        i = end;
      }
    } else if (text[i] == u'"' || text[i] == u'\'') {
      const qsizetype close = text.indexOf(text[i], i + 1);
      const qsizetype to = close < 0 ? text.size() : close + 1;
      format(i, to, value);
      i = to;
    } else {
      if (text[i] == u'>' || text[i] == u'/' || text[i] == u'?') format(i, i + 1, tag);
      if (text[i] == u'>') state = kText;
      ++i;
    }
  }
  setCurrentBlockState(state);
}

}  // namespace grashof
