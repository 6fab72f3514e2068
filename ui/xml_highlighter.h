// ui/xml_highlighter.h - tags, attribute values and comments of XML in the theme's colours.
#pragma once
#include <QSyntaxHighlighter>

namespace grashof {

class XmlHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit XmlHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace grashof
