#pragma once

#include <atomic>
#include <functional>

#include "engine/base/progress.h"

namespace attn {

/// Progress report and cancellation of long work, on its own thread.
struct Watch {
  std::function<void(int done, int total)> progress{};
  const std::atomic<bool>* cancelled = nullptr;

  /// `done` of `total` steps are complete. Throws Cancelled.
  void step(int done, int total) const {
    if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled();
    if (progress) progress(done, total);
  }
};

}  // namespace attn
