// ui/tools/assemblies_tool.h - the ways in which the loops close, as pictures to choose from.
#pragma once
#include <QImage>
#include <vector>

#include "app/worker.h"
#include "render/scene.h"
#include "ui/tools/tool.h"

namespace grashof {

class LoopsCard;
class ViewportWidget;

class AssembliesTool : public Tool {
  Q_OBJECT
 public:
  AssembliesTool(const Workbench& bench, ViewportWidget* viewport, QWidget* view);
  void enter() override;
  void leave() override;
  bool next() override;
  bool confirm() override;
  Hint hint() const override;
  QWidget* card() const override;
  bool isCardDocked() const override { return true; }
  const Assemblies& assemblies() const { return assemblies_; }
  bool isSearching() const { return isSearching_; }

 private:
  void search();
  void adopt(const Assemblies& found, const std::vector<QImage>& pictures);
  void point(int assembly);
  void take(int assembly);
  const Workbench& bench_;
  ViewportWidget* viewport_;
  Assemblies assemblies_;
  int current_ = -1;
  LoopsCard* card_;  ///< a child of the view
  bool isActive_ = false, isSearching_ = false;
  Worker searcher_;  ///< last: it goes first
};

}  // namespace grashof
