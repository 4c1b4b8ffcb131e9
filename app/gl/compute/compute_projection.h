#pragma once

#include <vector>

#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_inputs.h"
#include "app/gl/compute/compute_kernel.h"

namespace attn::gl {

/// The lengths of the longest rows of one head.
struct RowLengths {
  float q = 0, k = 0, v = 0;
};

/// The second stage: each head's queries, keys and values by its weights, turned where positions
/// turn.
class ComputeProjection {
 public:
  /// `wide`: in double precision throughout, and no lengths are needed.
  ComputeProjection(const Scene& scene, const ComputeLimits& limits, ComputeKernels& kernels,
                    ComputeInputs& inputs, bool wide);

  /// Makes the batch's q, k and v, but where heads take their input as it is.
  void run(ComputeBatch& batch);

  /// Of all heads, measured where they are; waits for it. None where they are not needed.
  std::vector<RowLengths> lengths(const std::vector<ComputeBatch>& batches);

 private:
  ComputeBuffer projected(const ComputeBatch& batch, const ComputeBuffer& x,
                          std::optional<Cow<Matrix>> Head::*member, double longest_row, Index rows,
                          int stage);
  ComputeBuffer rotated(const ComputeBatch& batch, const ComputeOperand& source, Index rows,
                        int stage);
  void measure(const ComputeBatch& batch, const ComputeOperand& source, Index rows, int slot,
               const ComputeBuffer& lengths);

  const Scene& scene_;
  const ComputeLimits limits_;
  ComputeKernels& kernels_;
  ComputeInputs& inputs_;
  const bool wide_;
};

}  // namespace attn::gl
