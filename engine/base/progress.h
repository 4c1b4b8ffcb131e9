#pragma once

#include <atomic>
#include <chrono>
#include <exception>

#include "engine/base/matrix.h"

namespace attn {

/// Thrown by an evaluation that was cancelled.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// Progress of an evaluation, and the request to cancel it; thread-safe.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  void cancel() { cancelled_ = true; }
  /// Cancels the evaluation at that time, if it is still running.
  void cancel_after(Clock::time_point time) { last_ = time; }
  bool is_cancelled() const { return cancelled_ || Clock::now() > last_.load(); }
  /// Progress of the current step, 0 to 1: the last and longest step computes outputs from scores.
  double part() const {
    const Index all = all_;
    return all > 0 ? static_cast<double>(done_) / static_cast<double>(all) : 0;
  }

  // Called by the evaluation.

  void begin(Index all) {
    done_ = 0;
    all_ = all;
  }
  /// Throws Cancelled if requested.
  void advance() {
    if (is_cancelled()) throw Cancelled();
    ++done_;
  }

 private:
  std::atomic<bool> cancelled_ = false;
  std::atomic<Clock::time_point> last_ = Clock::time_point::max();
  std::atomic<Index> done_ = 0, all_ = 0;
};

}  // namespace attn
