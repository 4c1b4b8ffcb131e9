#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_inputs.h"
#include "app/gl/compute/compute_kernel.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn::gl {

/// Parts that shaders check for overflow, in the order of the table of parts: the last belongs to
/// no head, and is stored after all of them.
inline constexpr std::array kCheckedParts{Part::q,
                                          Part::k,
                                          Part::v,
                                          Part::scores,
                                          Part::subtract_q,
                                          Part::subtract_k,
                                          Part::subtract_scores,
                                          Part::subtract_weights,
                                          Part::weights,
                                          Part::head_output,
                                          Part::output};
static_assert(std::ranges::is_sorted(kCheckedParts));

/// Bit set by a shader if one of the part's numbers leaves float32's range.
constexpr int overflow_bit(Part part) {
  const auto found = std::ranges::find(kCheckedParts, part);
  return found == kCheckedParts.end() ? 0 : 1 << (found - kCheckedParts.begin());
}

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

// Sums use single precision, in which graphics processors are fastest, if its errors leave enough
// of the tolerance of the scene format; otherwise double precision. For scores see
// engine/fast/fast.h.

/// Returns whether the scene is small enough to use double precision throughout.
bool is_small(const Scene& scene);

/// Returns whether sums of products need double precision; `bound` is an upper bound of each of
/// them and of its partial sums, from the lengths of the longest rows.
bool needs_wide_sum(double bound);

}  // namespace attn::gl
