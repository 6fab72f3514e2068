// ui/tools/find_loops_tool.h - proposes places where links meet and a loop may have been opened.
#pragma once
#include "app/worker.h"
#include "core/topology/loop_candidates.h"
#include "ui/tools/tool.h"

namespace grashof {

class LoopsCard;

class FindLoopsTool : public Tool {
  Q_OBJECT
 public:
  FindLoopsTool(const Workbench& bench, QWidget* view);
  void enter() override;
  void leave() override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  bool next() override;
  bool confirm() override;
  bool keyPressed(int key) override;
  Hint hint() const override;
  QWidget* card() const override;
  bool isCardDocked() const override { return true; }
  const std::vector<LoopCandidate>& candidates() const { return candidates_; }
  bool isSearching() const { return isSearching_; }

 private:
  void search();
  void searchHoles();
  void adopt(std::vector<LoopCandidate> candidates);
  void point(int candidate);
  void close(int candidate);
  const Workbench& bench_;
  std::vector<LoopCandidate> candidates_;
  int current_ = -1;
  double tolerance_ = 1e-3;  ///< m
  LoopsCard* card_;          ///< a child of the view
  bool isActive_ = false, withHoles_ = false, isSearching_ = false;
  quint64 ticket_ = 0;
  Worker searcher_;  ///< last: it goes first
};

}  // namespace grashof
