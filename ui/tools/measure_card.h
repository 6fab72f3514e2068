// ui/tools/measure_card.h - what was measured: distance, angle, coordinates in a frame that one chooses.
#pragma once
#include <QStringList>

#include "ui/tools/measurement.h"
#include "ui/widgets/card.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace grashof {

class MeasureCard : public Card {
  Q_OBJECT
 public:
  explicit MeasureCard(QWidget* parent = nullptr);
  /// "World" comes first by itself; keeps the choice where it still exists.
  void setFrames(const QStringList& links);
  int frameLink() const;  ///< -1: World
  void setFrameLink(int link);
  void showMeasurement(const QString& title, const Measurement& measurement);

 Q_SIGNALS:
  void frameChosen();

 private:
  QLabel* cell(int row, int column, const char* role);
  QLabel *title_, *distance_, *angle_, *angleLabel_;
  QComboBox* frame_;
  QGridLayout* grid_;
  QLabel* numbers_[3][3];
};

}  // namespace grashof
