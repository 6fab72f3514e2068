// ui/inspector/closure_page.h - a loop closure: state, kind, bodies, anchor, held axes.
#pragma once
#include <functional>

#include "ui/inspector/inspector_page.h"
#include "ui/inspector/vector_field.h"

namespace grashof {

class ClosureSection;
class Segment;

class ClosurePage : public InspectorPage {
  Q_OBJECT
 public:
  ClosurePage(const Workbench& bench, QAction* removeAction, QWidget* parent = nullptr);
  void refresh() override;
  void refreshLive() override;
  bool isIndexValid() const override;

 Q_SIGNALS:
  void gapScaleChanged(double factor);

 private:
  void add(ClosureSection* section);
  void buildDisplay(QAction* removeAction);
  void change(const QString& what, int gesture, const std::function<void(Closure&)>& set);
  const Closure& closure() const { return mechanism().closures[static_cast<std::size_t>(index())]; }
  std::vector<ClosureSection*> sections_;
};

}  // namespace grashof
