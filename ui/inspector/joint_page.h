// ui/inspector/joint_page.h - a joint: live position, type, axis, limits, origin, dynamics, mimic, drive.
#pragma once
#include <functional>

#include "ui/inspector/inspector_page.h"
#include "ui/inspector/number_field.h"
#include "ui/inspector/vector_field.h"

class QComboBox;
class QSlider;

namespace grashof {

class DriveSection;

class JointPage : public InspectorPage {
  Q_OBJECT
 public:
  JointPage(const Workbench& bench, QAction* cutAction, QWidget* parent = nullptr);
  void refresh() override;
  void refreshLive() override;
  bool isIndexValid() const override;

 private:
  void buildPosition();
  void buildJoint();
  void buildLimits();
  void buildOrigin();
  void buildDynamics();
  void buildMimic();
  NumberField* limitField(Quantity quantity, const QString& placeholder,
                          std::optional<double> JointLimits::*member, const QString& what);
  NumberField* dynamicsField(const QString& label, double JointDynamics::*member, const QString& what);
  void change(const QString& what, int gesture, const std::function<void(Joint&)>& set);
  void moveTo(double value, int gesture);
  void showUnits(JointType type);
  int modelJoint() const;  ///< index into the simulated model's joints, -1
  const Joint& joint() const { return mechanism().joints[static_cast<std::size_t>(index())]; }
  Section *positionSection_, *limitsSection_, *dynamicsSection_, *mimicSection_, *originSection_;
  QSlider* slider_;
  NumberField *q_, *lower_, *upper_, *velocity_, *effort_, *damping_, *friction_, *rotor_, *stiffness_,
      *multiplier_, *offset_;
  FieldRow *positionRow_, *axisRow_, *multiplierRow_, *offsetRow_;
  QComboBox *type_, *leader_;
  VectorField *axis_, *origin_, *turn_;
  DriveSection* drive_;
  int gesture_ = -1;
  bool isShowing_ = false;
};

}  // namespace grashof
