// ui/icons.h - the program's icons: SVG files whose currentColor is a token, crisp at every scale.
#pragma once
#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace grashof {

/// Follows the theme: `token` names the colour used while enabled ("text", "cut", "error"); disabled icons
/// use text_disabled; checked ones `onToken` when given.
QIcon icon(const QString& name, const QString& token = QStringLiteral("text"), const QString& onToken = {});

/// `size` logical pixels, rendered for the device pixel ratio `ratio`; cached by name, colour, size and
/// ratio.
QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal ratio);

/// The program's own icon, in its own colours.
QIcon appIcon();

}  // namespace grashof
