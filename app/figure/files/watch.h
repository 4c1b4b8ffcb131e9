#pragma once

#include <atomic>
#include <functional>

#include "engine/base/progress.h"

namespace attn {

/// How long work tells how far it is, and hears that it shall stop: on its own thread.
struct Watch {
  std::function<void(int done, int total)> progress{};
  const std::atomic<bool>* cancelled = nullptr;

  /// `done` of `total` steps are done. Throws Cancelled.
  void step(int done, int total) const {
    if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled();
    if (progress) progress(done, total);
  }
};

}  // namespace attn
