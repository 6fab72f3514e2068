// app/worker.h - one background thread whose results arrive on the UI thread.
#pragma once
#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace grashof {

/// Jobs run one after the other; each returns what is to be done with its result on the UI thread. A job
/// posted while others wait replaces them: only the newest question is worth an answer. All members are for
/// the UI thread. Dropping a Worker waits for the job in progress and forgets its result.
class Worker final : public QObject {
 public:
  using Completion = std::function<void()>;
  using Job = std::function<Completion()>;

  explicit Worker(QObject* parent = nullptr);
  ~Worker() override;
  void post(Job job);
  /// A job waits, runs, or its result has not been delivered.
  bool isBusy() const;
  /// Waits for what was posted and delivers it.
  void finish();

 private:
  void work(const std::stop_token& stop);
  void deliver();

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Job waiting_;                      // guarded by mutex_
  std::vector<Completion> results_;  // guarded by mutex_
  bool isWorking_ = false;           // guarded by mutex_
  QTimer timer_;                     ///< looks for results; the threads share nothing but the mutex
  std::jthread thread_;
};

}  // namespace grashof
