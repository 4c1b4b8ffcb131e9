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

/// What a row's weights e^((score − largest) / T) still are to be divided by; 0 where all are 0.
struct RowWeights {
  float largest;
  double sum;

  float factor() const { return sum > 0 ? static_cast<float>(1 / sum) : 0.0f; }
};

constexpr Index kLongestVector = 16;  // floats

/// Turns `count` scores into powers, where `factor` is log2 e / T. Both may be the same place,
/// which then has room for whole vectors.
inline RowWeights weigh_row(const Kernels& kernels, const float* scores, Index count, float factor,
                            float* powers) {
  if (scores == powers) {
    // Whole vectors are faster: what is filled up weighs nothing.
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

/// Rows of a head's weights while they are at hand: those of `count` queries from `first`.
struct WeightRows {
  std::size_t head = 0;
  Index first = 0, count = 0, keys = 0;
  const float* parts = nullptr;  ///< of row r from r · step on: weights but for a factor
  Index step = 0;
  const float* factors = nullptr;    ///< of each row
  const BoolMatrix* seen = nullptr;  ///< M x L; null where every query sees every key

  float weight(Index r, Index j) const { return parts[r * step + j] * factors[r]; }
  const bool* seen_keys(Index r) const { return seen ? seen->row(first + r).data() : nullptr; }
};

/// Is given the rows of heads, some at a time.
using WeightVisitor = std::function<void(const WeightRows& rows)>;

/// What turns a row of scores into softmax weights e^((score − largest) / T) / sum, for who does
/// that where the scores already are, as a shader does. A row without a seen key has sum 0.
struct RowSums {
  std::vector<float> largest, sums;
};

/// Those of each head's scores, M x L with kMasked, at temperature T from 1e-30 to 1e30. Keeps the
/// memory of `sums`.
void compute_row_sums(const std::vector<HeadTrace>& heads, float temperature,
                      std::vector<RowSums>& sums, const Kernels& kernels = fastest_kernels(),
                      WorkerPool& pool = WorkerPool::shared());

/// Those of one head's `scores`. Where they are the same as at the last call with `sums`, but for
/// the temperature, the largest are `known`.
void compute_row_sums(const Matrix& scores, float temperature, bool known, RowSums& sums,
                      const Kernels& kernels = fastest_kernels(),
                      WorkerPool& pool = WorkerPool::shared());

}  // namespace attn
