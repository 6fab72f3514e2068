// ui/inspector/link_page.h - a link: mass, centre of mass, inertia, visuals, collisions.
#pragma once
#include "ui/inspector/inspector_page.h"
#include "ui/inspector/number_field.h"
#include "ui/inspector/vector_field.h"

class QLabel;

namespace grashof {

class IconLabel;

class LinkPage : public InspectorPage {
  Q_OBJECT
 public:
  explicit LinkPage(const Workbench& bench, QWidget* parent = nullptr);
  void refresh() override;
  bool isIndexValid() const override;

 private:
  void buildMass();
  void buildInertia();
  void refreshShapes(const Link& link);
  /// Changes the link's inertial (made when it has none) and applies it.
  void change(const QString& what, int gesture, const std::function<void(Inertial&)>& set);
  const Link& link() const { return mechanism().links[static_cast<std::size_t>(index())]; }
  NumberField *mass_, *inertia_[6];
  VectorField *com_, *turn_;
  QWidget *noInertial_, *massBody_;
  Section *massSection_, *inertiaSection_, *visuals_, *collisions_;
  IconLabel* verdictIcon_;
  QLabel* verdict_;
};

/// Why no rigid body can have this inertia about its centre of mass; empty when one can.
QString inertiaProblem(const Matrix3d& inertia);
/// "cylinder Ø 40 × 12 mm", "lower_leg.stl".
QString shapeWords(const Shape& shape);

}  // namespace grashof
