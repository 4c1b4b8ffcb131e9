#pragma once

#include <vector>

#include "engine/base/buffer.h"
#include "engine/base/matrix.h"
#include "engine/base/progress.h"
#include "engine/base/worker_pool.h"
#include "engine/kernels/kernels.h"
#include "engine/model/stored_weights.h"

namespace attn {

/// Products of rows with linear layers, in tiles of outputs on all threads. Each number is summed
/// in the order of the inputs: it is the same for any number of rows and threads. Not thread-safe.
class RowProducts {
 public:
  RowProducts(const Kernels& kernels, WorkerPool& pool)
      : kernels_(kernels), pool_(pool), scratch_(static_cast<std::size_t>(pool.threads())) {}

  const Kernels& kernels() const { return kernels_; }
  WorkerPool& pool() const { return pool_; }

  /// Takes the rows of the next products, rows x inputs.
  void set_rows(const Matrix& rows);
  /// rows · weightsᵀ + bias: rows x outputs. `bias`: one number for each output; null: none. Throws
  /// Cancelled soon after `progress` was cancelled.
  void multiply(const StoredWeights& weights, const RowVector* bias, Eigen::Ref<Matrix> products,
                Progress* progress);

 private:
  struct TileScratch {
    Buffer<float> weights, tile;
  };

  void multiply_tile(const StoredWeights& weights, const RowVector* bias, Index first, Index count,
                     Eigen::Ref<Matrix> products, TileScratch& scratch) const;

  const Kernels& kernels_;
  WorkerPool& pool_;
  std::vector<TileScratch> scratch_;
  Index rows_ = 0;
  Buffer<float> panels_;  ///< of the rows, transposed; a single row as it is
};

}  // namespace attn
