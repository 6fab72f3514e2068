// ui/theme.h - colours, fonts and sizes from the design tokens, light and dark.
#pragma once
#include <QColor>
#include <QFont>
#include <QHash>
#include <QObject>
#include <QString>

namespace grashof {

enum class ThemeKind { Light, Dark };

/// The one source of colours and fonts. Widgets ask for tokens by name ("accent", "view.bg_top", "plot.3") at
/// paint time and repaint on changed(); nothing else in the program names a colour.
class Theme : public QObject {
  Q_OBJECT
 public:
  static Theme& instance();

  ThemeKind kind() const { return kind_; }
  bool isDark() const { return kind_ == ThemeKind::Dark; }
  /// Fills the style sheet, palette and fonts into the application; emits changed().
  void apply(ThemeKind kind);

  QColor color(const QString& token) const;
  /// Plot series and link colours repeat after eight.
  QColor series(int index) const;

  /// Inter in logical pixels; weight 400, 500 or 600.
  static QFont font(int px, int weight = 400);
  /// JetBrains Mono, for numbers that change or stand in a column, and for source.
  static QFont mono(int px = 12);

 Q_SIGNALS:
  void changed();

 private:
  Theme();
  QString styleSheet() const;

  ThemeKind kind_ = ThemeKind::Light;
  QHash<QString, QColor> colors_[2];
};

inline Theme& theme() {
  return Theme::instance();
}

/// Re-reads style rules after a dynamic property of `widget` changed.
void restyle(class QWidget* widget);

}  // namespace grashof
