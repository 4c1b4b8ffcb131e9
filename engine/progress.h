#pragma once

#include <atomic>
#include <exception>

#include "engine/matrix.h"

namespace attn {

/// Thrown by an evaluation that was cancelled.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// How far an evaluation is, and the wish that it end; for any thread to ask and tell.
class Progress {
 public:
  void cancel() { cancelled_ = true; }
  bool is_cancelled() const { return cancelled_; }
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
    if (cancelled_) throw Cancelled();
    ++done_;
  }

 private:
  std::atomic<bool> cancelled_ = false;
  std::atomic<Index> done_ = 0, all_ = 0;
};

}  // namespace attn
