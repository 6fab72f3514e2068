// ui/inspector/joint_page.h - a joint: live position, type, axis, limits, origin, dynamics, mimic, drive.
#pragma once
#include <functional>

#include "ui/inspector/inspector_page.h"
#include "ui/inspector/vector_field.h"

class QComboBox;

namespace grashof {

class DriveSection;
class JointPositionSection;
class JointSection;

/// What the page offers as buttons; for the selected joint.
struct JointActions {
  QAction* sweepTravel = nullptr;
  QAction* cut = nullptr;
};

class JointPage : public InspectorPage {
  Q_OBJECT
 public:
  JointPage(const Workbench& bench, const JointActions& actions, QWidget* parent = nullptr);
  void refresh() override;
  void refreshLive() override;
  bool isIndexValid() const override;

 Q_SIGNALS:
  void leaderPickRequested();

 private:
  void add(JointSection* section);
  void buildJoint();
  void buildOrigin();
  void change(const QString& what, int gesture, const std::function<void(Joint&)>& set);
  const Joint& joint() const { return mechanism().joints[static_cast<std::size_t>(index())]; }
  std::vector<JointSection*> sections_;
  JointPositionSection* position_;
  Section* originSection_;
  FieldRow* axisRow_;
  QComboBox* type_;
  VectorField *axis_, *origin_, *turn_;
  DriveSection* drive_;
};

}  // namespace grashof
