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

/// Data of a head besides its trace: operands of its products, in single precision if that
/// suffices. "Left" rows come from queries, "right" ones from keys.
struct LiveHead {
  // Packed weights; empty for the identity.
  Buffer<float> w_q, w_k, w_v, w_a;

  // Rows to pair, if they differ from those of q and k.
  Buffer<double> made_left, made_right;

  // Upper bounds of rows and values, which determine the precision.
  std::atomic<double> left_length = 0, right_length = 0, largest_value = 0;
  bool wide_scores = false;
  bool wide_values = false;

  Pairing pairing = Pairing::kProduct;
  double factor = 1;
  Index depth = 0;              ///< width of the paired rows
  const float* left = nullptr;  ///< the queries, or `made`
  Buffer<float> made, keys, values, wide_v, energy;
  Buffer<double> wide_left, wide_keys, wide_energy;

  // Parameters of each row's weights e^((score − largest) / T) / sum, if computed by the kernels.
  std::vector<float> largest;
  std::vector<double> sums;

  // For edits of few keys: largest sum of each row since it was computed in full, queries as a
  // right operand, and number of such edits.
  std::vector<double> largest_sums;
  bool has_query_panels = false;
  Buffer<float> query_panels;
  Buffer<double> wide_query_panels;
  Index edits = 0;

  std::unique_ptr<const Ties> ties;  ///< if weights are discontinuous at ties

  /// First part that exceeded float32's range; kNone, which belongs to no head, if none did.
  static constexpr Part kNone = Part::output;
  std::atomic<Part> failed = kNone;
  void fail(Part part) {
    Part known = failed.load();
    while (part < known && !failed.compare_exchange_weak(known, part)) {
    }
  }
};

/// Buffers of a thread.
struct Scratch {
  Buffer<double> wide;
  Buffer<float> tile, sums, numbers;
  Buffer<double> wide_sums;
  std::vector<double> seen;
  std::vector<float> row_factors;
  std::vector<std::ptrdiff_t> rows;
};

/// Shares work between a pool's threads if it pays, and gives each thread reusable buffers.
class Sharing {
 public:
  explicit Sharing(WorkerPool& pool)
      : pool_(pool), scratch_(static_cast<std::size_t>(pool.threads())) {}

  /// Approximate number of multiply-adds above which sharing pays.
  static constexpr double kWorthIt = 400e3;

  int threads(double cost) const { return cost < kWorthIt ? 1 : pool_.threads(); }

  /// Calls work(n, scratch) for all n below `count`, with total cost `cost`; `backwards` as in
  /// WorkerPool::run().
  template <typename Work>
  void run(Index count, double cost, const Work& work, bool backwards = false) {
    const auto call = [&](Index n, int worker) {
      work(n, scratch_[static_cast<std::size_t>(worker)]);
    };
    if (cost >= kWorthIt) return pool_.run(count, call, backwards);
    for (Index n = 0; n < count; ++n) call(backwards ? count - 1 - n : n, 0);
  }

  /// Announces work of that cost.
  void announce(double cost) {
    if (cost >= kWorthIt) pool_.alert();
  }

 private:
  WorkerPool& pool_;
  std::vector<Scratch> scratch_;
};

}  // namespace attn
