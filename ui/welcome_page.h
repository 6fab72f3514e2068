// ui/welcome_page.h - shown while no file is open: open, recent files, the example gallery.
#pragma once
#include <QWidget>

#include "ui/examples.h"

class QGridLayout;
class QVBoxLayout;

namespace grashof {

class Actions;
class GalleryCard;
class Settings;
class Thumbnails;

class WelcomePage : public QWidget {
  Q_OBJECT
 public:
  WelcomePage(Actions* actions, Settings* settings, QWidget* parent = nullptr);

 Q_SIGNALS:
  void fileChosen(const QString& path);
  void exampleChosen(const QString& path, const QString& title);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildSide(Actions* actions);
  QWidget* buildGallery(Actions* actions);
  void fillRecent();
  void placeCards();
  void requestPictures();
  Settings* settings_;
  Thumbnails* thumbnails_;
  QVBoxLayout* recent_;
  QGridLayout* grid_;
  QVector<Example> examples_;
  QVector<GalleryCard*> cards_;
  int filter_ = 0;
  int columns_ = 0;
};

}  // namespace grashof
