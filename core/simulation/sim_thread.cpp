#include "core/simulation/sim_thread.h"

#include <algorithm>

#include "core/simulation/sample_ring.h"
#include "core/simulation/sim_loop.h"

namespace grashof {

SimThread::SimThread()
    : channels_(std::make_unique<SimChannels>()),
      thread_([channels = channels_.get()](const std::stop_token& stop) { SimLoop(*channels).run(stop); }) {}

SimThread::~SimThread() {
  thread_.request_stop();
  channels_->doorbell.fetch_add(1, std::memory_order_release);
  channels_->doorbell.notify_one();
  thread_.join();
}

bool SimThread::send(Command&& command) {
  if (!channels_->commands.tryPush(std::move(command))) return false;
  ++commandsSent_;
  channels_->doorbell.fetch_add(1, std::memory_order_release);
  channels_->doorbell.notify_one();
  return true;
}

void SimThread::postPull(const PullRequest& pull) {
  channels_->pull.post(pull);
}

std::shared_ptr<SampleRing> makeSampleRing(const SampleLayout& layout) {
  constexpr std::size_t kBytes = std::size_t{8} << 20;
  const std::size_t columns = static_cast<std::size_t>(layout.size()) + 1;
  const std::size_t rows = std::clamp<std::size_t>(kBytes / (sizeof(double) * columns), 512, 16384);
  return std::make_shared<SampleRing>(columns, rows);
}

}  // namespace grashof
