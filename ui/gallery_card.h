// ui/gallery_card.h - one example of the gallery: its picture, its name, what it shows. And a row of a recent
// file.
#pragma once
#include <QImage>
#include <QWidget>

namespace grashof {

/// Something that is chosen by a click, Return or Space.
class Choice : public QWidget {
  Q_OBJECT
 public:
  explicit Choice(QWidget* parent = nullptr);

 Q_SIGNALS:
  void chosen();

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
};

class GalleryCard : public Choice {
  Q_OBJECT
 public:
  static constexpr int kPictureHeight = 164;
  GalleryCard(const QString& title, const QString& words, QWidget* parent = nullptr);
  void setPicture(const QImage& picture);

 private:
  class CardPicture* picture_;
};

class RecentRow : public Choice {
  Q_OBJECT
 public:
  explicit RecentRow(const QString& path, QWidget* parent = nullptr);
};

}  // namespace grashof
