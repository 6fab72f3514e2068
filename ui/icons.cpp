#include "ui/icons.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

#include "ui/theme.h"

namespace grashof {
namespace {

QByteArray svgText(const QString& name) {
  static QHash<QString, QByteArray> texts;
  const auto known = texts.constFind(name);
  if (known != texts.constEnd()) return *known;
  QFile file(QStringLiteral(":/grashof/icons/%1.svg").arg(name));
  return *texts.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

QPixmap render(const QByteArray& svg, int size, qreal ratio) {
  QSvgRenderer renderer(svg);
  QPixmap pixmap(QSize(size, size) * ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  renderer.render(&painter, QRectF(QPointF(), QSizeF(pixmap.size())));
  painter.end();
  pixmap.setDevicePixelRatio(ratio);
  return pixmap;
}

/// Renders at the size and scale it is asked for, in the theme's colour of that moment.
class ThemedIconEngine final : public QIconEngine {
 public:
  ThemedIconEngine(QString name, QString token, QString onToken)
      : name_(std::move(name)), token_(std::move(token)), onToken_(std::move(onToken)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const int side = std::min(rect.width(), rect.height());
    const QPixmap pixmap =
        iconPixmap(name_, colorFor(mode, state), side, painter->device()->devicePixelRatioF());
    painter->drawPixmap(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, pixmap);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return iconPixmap(name_, colorFor(mode, state), std::min(size.width(), size.height()), 1.0);
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal ratio) override {
    const int side = qRound(std::min(size.width(), size.height()) / ratio);
    return iconPixmap(name_, colorFor(mode, state), side, ratio);
  }
  QIconEngine* clone() const override { return new ThemedIconEngine(name_, token_, onToken_); }
  bool isNull() override { return false; }

 private:
  QColor colorFor(QIcon::Mode mode, QIcon::State state) const {
    if (mode == QIcon::Disabled) return theme().color(QStringLiteral("text_disabled"));
    return theme().color(state == QIcon::On && !onToken_.isEmpty() ? onToken_ : token_);
  }
  QString name_, token_, onToken_;
};

}  // namespace

QIcon icon(const QString& name, const QString& token, const QString& onToken) {
  return QIcon(new ThemedIconEngine(name, token, onToken));
}

QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal ratio) {
  static QHash<QString, QPixmap> cache;
  const QString key =
      QStringLiteral("%1/%2/%3/%4").arg(name, color.name(QColor::HexArgb)).arg(size).arg(ratio);
  const auto known = cache.constFind(key);
  if (known != cache.constEnd()) return *known;
  QByteArray svg = svgText(name);
  svg.replace("currentColor", color.name().toLatin1());
  return *cache.insert(key, render(svg, size, ratio));
}

QIcon appIcon() {
  QIcon result;
  for (const int size : {16, 24, 32, 48, 64, 128, 256})
    result.addPixmap(render(svgText(QStringLiteral("app-icon")), size, 1.0));
  return result;
}

}  // namespace grashof
