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

/// Thread for work longer than a frame: one task at a time.
class Worker {
 public:
  using Work = std::function<void(const Watch&)>;

  Worker() = default;
  /// Cancels the work, and waits for it.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Starts `work` on a separate thread, unless busy. Its exceptions are reported as its end.
  void start(Work work);
  void cancel() { cancelled_ = true; }

  /// Returns whether work is running, or its end was not taken.
  bool is_busy() const { return is_busy_; }
  bool is_cancelled() const { return cancelled_; }
  /// 0…1.
  float progress() const { return progress_; }

  /// End of the last work: the error message, or empty.
  struct End {
    std::string problem{};
    bool was_cancelled = false;
  };
  /// Returns the end of the work once, when it has ended; then the worker is not busy.
  std::optional<End> take_end();

 private:
  void run();
  End done(const Work& work);

  std::mutex mutex_;
  std::condition_variable wakes_;
  std::thread thread_;
  Work work_;  // guarded by mutex_, like the next two
  std::optional<End> end_;
  bool is_over_ = false;
  std::atomic<bool> is_busy_ = false, cancelled_ = false;
  std::atomic<float> progress_ = 0;
};

}  // namespace attn
