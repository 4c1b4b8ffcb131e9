#pragma once

#include <vector>

#include "engine/base/worker_pool.h"
#include "engine/fast/live_head.h"

namespace attn {

/// Shares work between a pool's threads where it is worth that, and gives each thread memory to
/// work in, which is kept.
class Sharing {
 public:
  explicit Sharing(WorkerPool& pool)
      : pool_(pool), scratch_(static_cast<std::size_t>(pool.threads())) {}

  /// Products and sums, about, that take longer than it takes to share them.
  static constexpr double kWorthIt = 400e3;

  int threads(double cost) const { return cost < kWorthIt ? 1 : pool_.threads(); }

  /// Calls work(n, scratch) for all n below `count`, which cost `cost` together; `backwards` as
  /// WorkerPool::run() has it.
  template <typename Work>
  void run(Index count, double cost, const Work& work, bool backwards = false) {
    const auto call = [&](Index n, int worker) {
      work(n, scratch_[static_cast<std::size_t>(worker)]);
    };
    if (cost >= kWorthIt) return pool_.run(count, call, backwards);
    for (Index n = 0; n < count; ++n) call(backwards ? count - 1 - n : n, 0);
  }

  /// Soon there is work of that cost.
  void announce(double cost) {
    if (cost >= kWorthIt) pool_.alert();
  }

 private:
  WorkerPool& pool_;
  std::vector<Scratch> scratch_;
};

}  // namespace attn
