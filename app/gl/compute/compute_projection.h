#pragma once

#include <functional>
#include <vector>

#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_inputs.h"
#include "app/gl/compute/compute_kernel.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/where.h"

namespace attn::gl {

/// The lengths of the longest rows of one head.
struct RowLengths {
  float q = 0, k = 0, v = 0;
};

/// The second stage: each head's queries, keys and values by its weights and biases, turned where
/// positions turn. Rows that are brought to one size come from the engine: what is lost of a short
/// one before that would be large after it.
class ComputeProjection {
 public:
  /// `wide`: in double precision throughout, and no lengths are needed.
  ComputeProjection(const Scene& scene, const ComputeLimits& limits, ComputeKernels& kernels,
                    ComputeInputs& inputs, bool wide);

  /// Makes the batch's queries and keys of some pairs, but where heads take their input as it is.
  void run_pairs(ComputeBatch& batch, Pairs which);
  /// Makes its values likewise.
  void run_values(ComputeBatch& batch);

  /// Of all heads that have such pairs, measured where they are; waits for it. None where they are
  /// not needed.
  std::vector<RowLengths> lengths(const std::vector<ComputeBatch>& batches, Pairs which);

 private:
  using SideOfHead = std::function<RowProjection(std::size_t h)>;
  ComputeBuffer projected(const ComputeBatch& batch, const ComputeBuffer& x, const Matrix& rows,
                          const SideOfHead& side_of, Part part);
  ComputeBuffer rotated(const ComputeBatch& batch, const ComputeOperand& source, Index rows,
                        Part part);
  ComputeBuffer by_engine(const ComputeBatch& batch, Part part,
                          const std::function<Matrix(std::size_t h)>& rows_of);
  void measure(const ComputeBatch& batch, const ComputeOperand& source, Index rows, int slot,
               const ComputeBuffer& lengths);

  const Scene& scene_;
  const ComputeLimits limits_;
  ComputeKernels& kernels_;
  ComputeInputs& inputs_;
  const bool wide_;
};

}  // namespace attn::gl
