// ui/widgets/basic.h - the small pieces everything is built of: labels by role, badges, key caps, icons.
#pragma once
#include <QLabel>
#include <QToolButton>

namespace grashof {

/// A label styled by `role` ("label", "faint", "section", "number", "title", ...; see grashof.qss).
QLabel* roleLabel(const QString& text, const char* role, QWidget* parent = nullptr);
/// A key as a cap: "Ctrl", "Space".
QLabel* keyCap(const QString& key, QWidget* parent = nullptr);
/// A flat button with a 20 px icon (30 x 30), or a small one with a 16 px icon (24 x 24).
QToolButton* toolButton(const QString& iconName, const QString& toolTip, QWidget* parent = nullptr);
QToolButton* smallButton(const QString& iconName, const QString& toolTip, QWidget* parent = nullptr);
/// Vertical separator of a bar, and a horizontal one-pixel rule of a panel.
QWidget* barSeparator(QWidget* parent = nullptr);
QWidget* rule(QWidget* parent = nullptr);

/// Elides instead of dictating a minimum width; the whole text is the tool tip while elided.
class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr,
                       Qt::TextElideMode mode = Qt::ElideRight);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode mode_;
};

/// One or two words on a soft background: "success", "warning", "error", "info", "cut", "neutral".
class Badge : public QLabel {
  Q_OBJECT
 public:
  explicit Badge(QWidget* parent = nullptr);
  void show(const QString& text, const QString& kind);
  using QLabel::show;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString kind_;
};

/// An icon in a token's colour, repainted with the theme.
class IconLabel : public QWidget {
  Q_OBJECT
 public:
  explicit IconLabel(const QString& name, const QString& token = QStringLiteral("text"), int size = 16,
                     QWidget* parent = nullptr);
  void setIcon(const QString& name, const QString& token);
  QSize sizeHint() const override { return {size_, size_}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString name_, token_;
  int size_;
};

}  // namespace grashof
