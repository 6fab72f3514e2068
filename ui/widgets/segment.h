// ui/widgets/segment.h - one of two to four exclusive choices, as buttons in a track.
#pragma once
#include <QVector>
#include <QWidget>

class QButtonGroup;

namespace grashof {

class Segment : public QWidget {
  Q_OBJECT
 public:
  explicit Segment(QWidget* parent = nullptr);
  void addChoice(const QString& text, const QString& iconName = {}, const QString& toolTip = {});
  int current() const;
  /// Does not emit chosen().
  void setCurrent(int index);
  void setChoiceVisible(int index, bool isVisible);

 Q_SIGNALS:
  void chosen(int index);  ///< by a person

 private:
  QButtonGroup* group_;
};

}  // namespace grashof
