// core/simulation/sim_loop.h - the simulation thread's inside: takes commands, keeps pace, reports.
#pragma once
#include <chrono>
#include <stop_token>
#include <vector>

#include "core/simulation/pace.h"
#include "core/simulation/sample_ring.h"
#include "core/simulation/sim_thread.h"
#include "core/simulation/simulation.h"

namespace grashof {

class SimLoop {
 public:
  explicit SimLoop(SimChannels& channels) : channels_(channels) {}
  void run(const std::stop_token& stop);

 private:
  using Clock = std::chrono::steady_clock;
  void takeCommands();
  void take(std::monostate) {}
  void take(Run);
  void take(Pause);
  void take(MakeSteps command);
  void take(SetSpeed command);
  void take(const Action& action);
  void take(AdoptSimulation&& command);
  void takePull();
  void runDueSteps();
  bool makeStep();
  void publish();
  void report(SimEvent&& event);
  void flushEvents();

  SimChannels& channels_;
  std::unique_ptr<Simulation> simulation_;
  std::shared_ptr<SampleRing> samples_;
  std::vector<SimEvent> waiting_;  ///< events that found the queue full
  Pace pace_;
  Clock::time_point lastPublished_{};
  std::uint64_t revision_ = 0, commandsDone_ = 0;
  std::uint32_t flags_ = 0;  ///< since the last snapshot
  bool isRunning_ = false, hasNews_ = false;
};

}  // namespace grashof
