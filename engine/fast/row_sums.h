#pragma once

#include <vector>

#include "engine/attention/trace.h"
#include "engine/base/worker_pool.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

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
