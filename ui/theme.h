// ui/theme.h - colours, fonts and sizes from the design tokens, light and dark.
#pragma once
#include <QColor>
#include <QString>

namespace grashof {

enum class ThemeKind { Light, Dark };

}  // namespace grashof
