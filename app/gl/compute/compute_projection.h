#pragma once

#include <functional>
#include <vector>

#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_inputs.h"
#include "app/gl/compute/compute_kernel.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/where.h"

namespace attn::gl {

/// Lengths of the longest rows of a head.
struct RowLengths {
  float q = 0, k = 0, v = 0;
};

/// Second stage: queries, keys and values of each head by its weights and biases, rotated by
/// position. Normalised rows come from the engine: rounding of a short row would be magnified.
class ComputeProjection {
 public:
  /// `wide`: double precision throughout; lengths are not needed.
  ComputeProjection(const Scene& scene, const ComputeLimits& limits, ComputeKernels& kernels,
                    ComputeInputs& inputs, bool wide);

  /// Computes the batch's queries and keys of these pairs, unless heads use their input directly.
  void run_pairs(ComputeBatch& batch, Pairs which);
  /// Computes the values of the batch in the same way.
  void run_values(ComputeBatch& batch);

  /// Lengths for all heads with such pairs, measured on the device; waits for the result. Empty if
  /// they are not needed.
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
