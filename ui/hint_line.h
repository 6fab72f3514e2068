// ui/hint_line.h - at the bottom of the view: the tool, what the next click does, and at most three keys.
#pragma once
#include <QVector>

#include "ui/widgets/card.h"

class QHBoxLayout;
class QLabel;

namespace grashof {

struct Hint {
  QString iconName, text;
  struct Key {
    QString cap, meaning;
  };
  QVector<Key> keys;
};

class HintLine : public Card {
  Q_OBJECT
 public:
  explicit HintLine(QWidget* parent = nullptr);
  void setHint(const Hint& hint);
  /// Centred at the bottom of a view of this size; keys go from the right where it is too narrow.
  void placeIn(const QSize& view);

 private:
  void rebuild(int keyCount);
  Hint hint_;
  int shownKeys_ = -1;
  QHBoxLayout* row_;
};

}  // namespace grashof
