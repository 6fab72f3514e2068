#include "app/worker.h"

#include <utility>

namespace grashof {

namespace {
constexpr int kPollMs = 5;
}

Worker::Worker(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPollMs);
  connect(&timer_, &QTimer::timeout, this, [this] { deliver(); });
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

Worker::~Worker() {
  thread_.request_stop();
  thread_.join();
}

void Worker::post(Job job) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(job);
  }
  changed_.notify_all();
  timer_.start();
}

bool Worker::isBusy() const {
  const std::lock_guard lock(mutex_);
  return waiting_ || isWorking_ || !results_.empty();
}

void Worker::finish() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_ && !isWorking_; });
  }
  deliver();
}

void Worker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return static_cast<bool>(waiting_); })) {
    if (stop.stop_requested()) return;
    Job job = std::exchange(waiting_, nullptr);
    isWorking_ = true;
    lock.unlock();
    Completion completion = job();
    job = nullptr;  // what it captured is freed here, before anybody takes the result for finished
    lock.lock();
    results_.push_back(std::move(completion));
    isWorking_ = false;
    changed_.notify_all();
  }
}

void Worker::deliver() {
  std::vector<Completion> results;
  {
    const std::lock_guard lock(mutex_);
    results.swap(results_);
    if (!waiting_ && !isWorking_) timer_.stop();
  }
  for (const Completion& completion : results) completion();
}

}  // namespace grashof
