#include "core/simulation/sim_loop.h"

#include <algorithm>
#include <thread>

namespace grashof {
namespace {

using namespace std::chrono_literals;
constexpr auto kPublishEvery = 8ms;  // a little faster than a display
constexpr auto kLongestBatch = 4ms;  // commands are looked at in between

}  // namespace

void SimLoop::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    // Read before looking at the queue: a command that arrives later changes it, and wait() returns at once.
    const int bell = channels_.doorbell.load(std::memory_order_acquire);
    takeCommands();
    takePull();
    flushEvents();
    if (isRunning_) {
      runDueSteps();
      continue;
    }
    if (hasNews_) publish();
    if (!waiting_.empty())
      std::this_thread::sleep_for(kLongestBatch);
    else
      channels_.doorbell.wait(bell, std::memory_order_acquire);
  }
}

void SimLoop::takeCommands() {
  while (std::optional<Command> command = channels_.commands.tryPop()) {
    std::visit([this](auto&& c) { take(std::forward<decltype(c)>(c)); }, std::move(*command));
    ++commandsDone_;
    hasNews_ = true;
  }
}

void SimLoop::take(Run) {
  if (!simulation_ || isRunning_) return;
  isRunning_ = true;
  pace_.start(Clock::now());
}

void SimLoop::take(Pause) {
  isRunning_ = false;
}

void SimLoop::take(MakeSteps command) {
  isRunning_ = false;
  for (int i = 0; simulation_ && i < command.count; ++i)
    if (!makeStep()) break;
}

void SimLoop::take(SetSpeed command) {
  pace_.setSpeed(command.factor);
  pace_.start(Clock::now());
}

void SimLoop::take(const Action& action) {
  if (!simulation_) return;
  if (std::optional<Diagnostic> refused = simulation_->perform(action)) report(std::move(*refused));
}

void SimLoop::take(AdoptSimulation&& command) {
  if (command.simulation && simulation_ && command.keepsState) command.simulation->carryFrom(*simulation_);
  std::swap(simulation_, command.simulation);
  samples_ = std::move(command.samples);
  revision_ = command.revision;
  if (command.simulation) report(Retired{std::move(command.simulation)});
  if (!simulation_) isRunning_ = false;
}

void SimLoop::takePull() {
  PullRequest request;
  if (!channels_.pull.takeNewest(request) || !simulation_ || request.revision != revision_) return;
  if (std::optional<Diagnostic> refused = simulation_->perform(SetPull{request.pull}))
    report(std::move(*refused));
}

void SimLoop::runDueSteps() {
  const Clock::time_point begin = Clock::now();
  Clock::time_point now = begin;
  while (pace_.isDue(now) && now - begin < kLongestBatch) {
    if (!makeStep()) break;
    now = Clock::now();
  }
  if (!isRunning_ || now - lastPublished_ >= kPublishEvery) publish();
  if (isRunning_ && !pace_.isDue(now)) std::this_thread::sleep_until(pace_.wakeTime(now));
}

bool SimLoop::makeStep() {
  const Clock::time_point begin = Clock::now();
  const std::uint32_t flags = simulation_->step();
  const Clock::time_point end = Clock::now();
  pace_.stepped(simulation_->settings().dt, begin, end);
  flags_ |= flags;
  hasNews_ = true;
  if ((flags & kNonFinite) != 0) {
    isRunning_ = false;
    report(simulation_->describeNonFinite());
    return false;
  }
  if (samples_)
    samples_->push([this](std::span<double> row) {
      simulation_->writeSample(row.first(row.size() - 1));
      row.back() = static_cast<double>(commandsDone_);
    });
  return true;
}

void SimLoop::publish() {
  Snapshot& snapshot = channels_.snapshots.back();
  if (simulation_) {
    simulation_->fillSnapshot(snapshot);
  } else {
    snapshot = {};
  }
  snapshot.revision = revision_;
  snapshot.commandsDone = commandsDone_;
  snapshot.isRunning = isRunning_;
  snapshot.flags = flags_;
  snapshot.lostSamples = samples_ ? samples_->lost() : 0;
  snapshot.realtimeFactor = isRunning_ ? pace_.realtimeFactor() : 0;
  snapshot.usPerStep = pace_.usPerStep();
  channels_.snapshots.publish();
  flags_ = 0;
  hasNews_ = false;
  lastPublished_ = Clock::now();
}

void SimLoop::report(SimEvent&& event) {
  waiting_.push_back(std::move(event));
  flushEvents();
}

void SimLoop::flushEvents() {
  std::size_t done = 0;
  while (done < waiting_.size() && channels_.events.tryPush(std::move(waiting_[done]))) ++done;
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(done));
}

}  // namespace grashof
