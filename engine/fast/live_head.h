#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/attention/score.h"
#include "engine/attention/ties.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/base/buffer.h"
#include "engine/base/worker_pool.h"
#include "engine/kernels/kernels.h"

namespace attn {

/// What the fast path keeps of a head beside its trace: the operands of its products, in single
/// precision where that is enough. "Left" rows are made of queries, "right" ones of keys.
struct LiveHead {
  // Weights, packed; empty for the identity.
  Buffer<float> w_q, w_k, w_v, w_a;

  // The rows that are paired, where they aren't those of q and k as they are.
  Buffer<double> made_left, made_right;

  // How large rows and values are, at most: it decides on precision.
  std::atomic<double> left_length = 0, right_length = 0, largest_value = 0;
  bool wide_scores = false;
  bool wide_values = false;

  Pairing pairing = Pairing::kProduct;
  double factor = 1;
  Index depth = 0;              ///< width of the rows that are paired
  const float* left = nullptr;  ///< the queries as they are, or `made`
  Buffer<float> made, keys, values, wide_v, energy;
  Buffer<double> wide_left, wide_keys, wide_energy;

  // Of each row's weights e^((score − largest) / T) / sum, where the kernels made them.
  std::vector<float> largest;
  std::vector<double> sums;

  // For edits of few keys: the largest that a row's sum was since the row was computed in full,
  // queries as a right operand, and how many such edits there were.
  std::vector<double> largest_sums;
  bool has_query_panels = false;
  Buffer<float> query_panels;
  Buffer<double> wide_query_panels;
  Index edits = 0;

  std::unique_ptr<const Ties> ties;  ///< where weights jump at them

  /// The first part that left float32's range; kNone, which is of no head, where none did.
  static constexpr Part kNone = Part::output;
  std::atomic<Part> failed = kNone;
  void fail(Part part) {
    Part known = failed.load();
    while (part < known && !failed.compare_exchange_weak(known, part)) {
    }
  }
};

/// What a thread works in.
struct Scratch {
  Buffer<double> wide;
  Buffer<float> tile, sums, numbers;
  Buffer<double> wide_sums;
  std::vector<double> seen;
  std::vector<float> row_factors;
  std::vector<std::ptrdiff_t> rows;
};

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
