#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/figure/files/watch.h"

namespace attn {

/// A thread for what takes longer than a frame: one piece of work at a time.
class Worker {
 public:
  using Work = std::function<void(const Watch&)>;

  Worker() = default;
  /// Tells the work to stop, and waits for it.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Begins `work`, on a thread of its own, unless it is busy. What it throws is its end.
  void start(Work work);
  void cancel() { cancelled_ = true; }

  /// Whether work goes on, or its end is still to be taken: who is not busy has nothing to wait
  /// for.
  bool is_busy() const { return is_busy_; }
  bool is_cancelled() const { return cancelled_; }
  /// 0…1.
  float progress() const { return progress_; }

  /// How the last work ended: what went wrong in words, or nothing.
  struct End {
    std::string problem{};
    bool was_cancelled = false;
  };
  /// Once, when it has ended; from then on it is not busy.
  std::optional<End> take_end();

 private:
  void run();
  End done(const Work& work);

  std::mutex mutex_;
  std::condition_variable wakes_;
  std::thread thread_;
  Work work_;  // by mutex_, as the next two
  std::optional<End> end_;
  bool is_over_ = false;
  std::atomic<bool> is_busy_ = false, cancelled_ = false;
  std::atomic<float> progress_ = 0;
};

}  // namespace attn
