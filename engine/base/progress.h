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

/// How far an evaluation is, and the wish that it end; for any thread to ask and tell.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  void cancel() { cancelled_ = true; }
  /// Cancels it where it is still under way at that time.
  void cancel_after(Clock::time_point time) { last_ = time; }
  bool is_cancelled() const { return cancelled_ || Clock::now() > last_.load(); }
  /// From 0 to 1, of the step that is under way: the last and longest goes from scores to outputs.
  double part() const {
    const Index all = all_;
    return all > 0 ? static_cast<double>(done_) / static_cast<double>(all) : 0;
  }

  // For the evaluation.

  void begin(Index all) {
    done_ = 0;
    all_ = all;
  }
  /// Throws Cancelled where that is wished.
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
