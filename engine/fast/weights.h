#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "engine/attention/trace.h"
#include "engine/base/matrix.h"
#include "engine/base/worker_pool.h"
#include "engine/fast/packing.h"
#include "engine/kernels/kernel_choice.h"
#include "engine/kernels/kernels.h"

namespace attn {

/// Divisor of a row's weights e^((score − largest) / T); 0 if all are 0.
struct RowWeights {
  float largest;
  double sum;

  float factor() const { return sum > 0 ? static_cast<float>(1 / sum) : 0.0f; }
};

constexpr Index kLongestVector = 16;  // floats

/// Turns `count` scores into powers, with `factor` log2 e / T. In place is allowed, with space
/// for whole vectors.
inline RowWeights weigh_row(const Kernels& kernels, const float* scores, Index count, float factor,
                            float* powers) {
  if (scores == powers) {
    // Whole vectors are faster: padding has weight 0.
    const Index whole = padded(count, kLongestVector);
    std::fill(powers + count, powers + whole, kMasked);
    count = whole;
  }
  const float largest = kernels.largest(scores, count);
  if (largest == kMasked) {
    std::fill_n(powers, count, 0.0f);
    return {largest, 0};
  }
  return {largest, kernels.exponentials(scores, count, largest, factor, powers)};
}

/// Block of a head's weights while it is in memory: `count` queries from `first`.
struct WeightRows {
  std::size_t head = 0;
  Index first = 0, count = 0, keys = 0;
  const float* parts = nullptr;  ///< row r starts at r · step: weights except for a factor
  Index step = 0;
  const float* factors = nullptr;    ///< of each row
  const BoolMatrix* seen = nullptr;  ///< M x L; null if every query sees every key

  float weight(Index r, Index j) const { return parts[r * step + j] * factors[r]; }
  const bool* seen_keys(Index r) const { return seen ? seen->row(first + r).data() : nullptr; }
};

/// Receives blocks of rows of heads.
using WeightVisitor = std::function<void(const WeightRows& rows)>;

/// Parameters that turn a row of scores into softmax weights e^((score − largest) / T) / sum, for
/// code that has the scores, such as a shader. Rows without a visible key have sum 0.
struct RowSums {
  std::vector<float> largest, sums;
};

/// Parameters for each head's scores, M x L with kMasked, at temperature T from 1e-30 to 1e30.
/// Reuses the memory of `sums`.
void compute_row_sums(const std::vector<HeadTrace>& heads, float temperature,
                      std::vector<RowSums>& sums, const Kernels& kernels = fastest_kernels(),
                      WorkerPool& pool = WorkerPool::shared());

/// Parameters for one head's `scores`. If only the temperature changed since the last call with
/// `sums`, the largest are `known`.
void compute_row_sums(const Matrix& scores, float temperature, bool known, RowSums& sums,
                      const Kernels& kernels = fastest_kernels(),
                      WorkerPool& pool = WorkerPool::shared());

}  // namespace attn
