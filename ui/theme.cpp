#include "ui/theme.h"

#include <QApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QWidget>

#include "resources/resources.h"

namespace grashof {
namespace {

/// Tokens are #RRGGBB or #RRGGBBAA; QColor would read the latter as #AARRGGBB.
QColor parseColor(const QString& text) {
  QColor color(text.left(7));
  if (text.size() == 9) color.setAlpha(text.mid(7, 2).toInt(nullptr, 16));
  return color;
}

void collect(const QJsonObject& object, const QString& prefix, QHash<QString, QColor>& out) {
  for (auto it = object.begin(); it != object.end(); ++it) {
    const QString key = prefix + it.key();
    if (it->isString() && it->toString().startsWith(u'#')) out.insert(key, parseColor(it->toString()));
    if (it->isObject()) collect(it->toObject(), key + u'.', out);
    if (!it->isArray()) continue;
    const QJsonArray list = it->toArray();
    for (int i = 0; i < list.size(); ++i)
      if (list[i].isString()) out.insert(key + u'.' + QString::number(i + 1), parseColor(list[i].toString()));
  }
}

QString css(const QColor& c) {
  if (c.alpha() == 255) return c.name();
  return QStringLiteral("rgba(%1,%2,%3,%4)").arg(c.red()).arg(c.green()).arg(c.blue()).arg(c.alpha());
}

QByteArray readResource(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

Theme& Theme::instance() {
  static Theme theme;
  return theme;
}

Theme::Theme() {
  grashofInitResources();
  const QJsonObject tokens =
      QJsonDocument::fromJson(readResource(QStringLiteral(":/grashof/style/tokens.json"))).object();
  collect(tokens.value(u"light").toObject(), {}, colors_[0]);
  collect(tokens.value(u"dark").toObject(), {}, colors_[1]);
}

QColor Theme::color(const QString& token) const {
  return colors_[isDark() ? 1 : 0].value(token, QColor(Qt::magenta));
}

QColor Theme::series(int index) const {
  return color(QStringLiteral("plot.%1").arg(index % 8 + 1));
}

QFont Theme::font(int px, int weight) {
  QFont font;
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
  font.setPixelSize(px);
  font.setWeight(static_cast<QFont::Weight>(weight));
  return font;
}

QFont Theme::mono(int px) {
  QFont font;
  font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"),
                    QStringLiteral("DejaVu Sans Mono")});
  font.setPixelSize(px);
  // JetBrains Mono would turn "<!--" into an arrow.
  font.setStyleStrategy(QFont::PreferNoShaping);
  return font;
}

QString Theme::styleSheet() const {
  const QString source = QString::fromUtf8(readResource(QStringLiteral(":/grashof/style/grashof.qss")));
  QString out;
  out.reserve(source.size());
  qsizetype at = 0;
  for (;;) {
    const qsizetype open = source.indexOf(u"{{", at);
    const qsizetype close = open < 0 ? -1 : source.indexOf(u"}}", open);
    if (close < 0) break;
    out += QStringView(source).mid(at, open - at);
    const QString name = source.mid(open + 2, close - open - 2);
    if (name == u"theme")
      out += isDark() ? u"dark" : u"light";
    else if (name == u"name")
      out += name;
    else
      out += css(color(name));
    at = close + 2;
  }
  out += QStringView(source).mid(at);
  return out;
}

void Theme::apply(ThemeKind kind) {
  kind_ = kind;
  if (!QApplication::style()->inherits("QFusionStyle") && qApp->styleSheet().isEmpty())
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QPalette palette;
  palette.setColor(QPalette::Window, color(QStringLiteral("surface1")));
  palette.setColor(QPalette::Base, color(QStringLiteral("field")));
  palette.setColor(QPalette::AlternateBase, color(QStringLiteral("surface1")));
  palette.setColor(QPalette::Button, color(QStringLiteral("surface2")));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(role, color(QStringLiteral("text")));
  palette.setColor(QPalette::PlaceholderText, color(QStringLiteral("text3")));
  palette.setColor(QPalette::Highlight, color(QStringLiteral("accent")));
  palette.setColor(QPalette::HighlightedText, color(QStringLiteral("on_accent")));
  palette.setColor(QPalette::ToolTipBase, color(QStringLiteral("tooltip")));
  palette.setColor(QPalette::ToolTipText, color(QStringLiteral("tooltip_text")));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, color(QStringLiteral("text_disabled")));
  QApplication::setPalette(palette);
  QApplication::setFont(font(13));
  qApp->setStyleSheet(styleSheet());
  Q_EMIT changed();
}

void restyle(QWidget* widget) {
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
  widget->update();
}

}  // namespace grashof
