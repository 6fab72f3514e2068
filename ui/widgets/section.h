// ui/widgets/section.h - a titled part of a panel that folds; whether it is folded is remembered by name.
#pragma once
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace grashof {

class Settings;

/// The 32 px head: chevron, title, dim words, and what stands at its right end.
class SectionHead : public QWidget {
  Q_OBJECT
 public:
  SectionHead(const QString& title, QWidget* parent = nullptr);
  void setDim(const QString& text);
  void addRight(QWidget* widget);
  void setOpen(bool isOpen);
  bool isOpen() const { return isOpen_; }

 Q_SIGNALS:
  void toggled(bool isOpen);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QHBoxLayout* row_;
  QLabel *title_, *dim_;
  bool isOpen_ = true;
};

/// Head, body with the panel's padding, and a rule below.
class Section : public QWidget {
  Q_OBJECT
 public:
  Section(const QString& title, Settings* settings, QWidget* parent = nullptr);
  SectionHead* head() const { return head_; }
  QVBoxLayout* body() const { return body_; }

 private:
  SectionHead* head_;
  QVBoxLayout* body_;
};

}  // namespace grashof
