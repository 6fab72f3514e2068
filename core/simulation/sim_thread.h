// core/simulation/sim_thread.h - runs a simulation at its own pace on a thread of its own.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

#include "core/simulation/command.h"
#include "core/simulation/snapshot.h"
#include "core/simulation/spsc_queue.h"
#include "core/simulation/telemetry.h"
#include "core/simulation/triple_buffer.h"

namespace grashof {

/// The channels between the two threads; each is written by one side and read by the other.
struct SimChannels {
  SpscQueue<Command, 1024> commands;  ///< to the simulation; full: refused
  Mailbox<PullRequest> pull;          ///< to the simulation; newest wins
  TripleBuffer<Snapshot> snapshots;   ///< from the simulation; newest wins
  SpscQueue<SimEvent, 64> events;     ///< from the simulation
  std::atomic<int> doorbell{0};       ///< rung after a command, so that an idle thread wakes
};

/// A server without shared mutable state: commands in, snapshots, samples and events out. All members are for
/// one client thread; none of them blocks, but for the destructor, which waits for the step in progress.
class SimThread {
 public:
  SimThread();
  ~SimThread();
  SimThread(const SimThread&) = delete;
  SimThread& operator=(const SimThread&) = delete;

  /// False when the queue is full; the command then did not happen.
  bool send(Command&& command);
  void postPull(const PullRequest& pull);
  std::uint64_t commandsSent() const { return commandsSent_; }

  /// True when snapshot() is newer than before.
  bool takeSnapshot() { return channels_->snapshots.takeNewest(); }
  const Snapshot& snapshot() const { return channels_->snapshots.front(); }
  std::optional<SimEvent> takeEvent() { return channels_->events.tryPop(); }

 private:
  std::unique_ptr<SimChannels> channels_;
  std::uint64_t commandsSent_ = 0;
  std::jthread thread_;
};

/// A ring for AdoptSimulation: each row is a sample, followed by the number of commands done when it was
/// made, which tells the samples of an earlier run from those after a reset. Half a second and more at 1 kHz,
/// within 8 MB.
std::shared_ptr<SampleRing> makeSampleRing(const SampleLayout& layout);

}  // namespace grashof
