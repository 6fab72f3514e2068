// ui/inspector/loop_page.h - a loop: state, mobility, and where it could be cut, best first.
#pragma once
#include "ui/inspector/inspector_page.h"

class QVBoxLayout;

class QLabel;

namespace grashof {

class Badge;
class MimicExportSection;

class LoopPage : public InspectorPage {
  Q_OBJECT
 public:
  explicit LoopPage(const Workbench& bench, QWidget* parent = nullptr);
  void refresh() override;
  void refreshLive() override;
  bool isIndexValid() const override;
  MimicExportSection* mimics() const { return mimics_; }

 Q_SIGNALS:
  void cutRequested(int joint);
  void mimicExportRequested(const grashof::MimicFit& fit);

 private:
  void showPlaces();
  void showAfter();
  std::string loopKey() const;
  Badge* badge_;
  LiveValue *gap_, *rows_, *mobility_, *size_;
  Section *joints_, *after_;
  LiveValue *closure_, *depth_;
  QLabel* lost_;
  MimicExportSection* mimics_;
  int previewed_ = -1;  ///< joint that "After the cut" speaks of
};

}  // namespace grashof
