#pragma once

#include <map>
#include <string_view>

#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_buffer.h"
#include "app/gl/compute/compute_kernel.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn::gl {

/// Matrices of several heads in one buffer, row-major.
struct ComputeOperand {
  const ComputeBuffer* buffer = nullptr;
  Index head_step = 0;  ///< distance between heads; 0 if all share one
  Index row_step = 0;
  Index first = 0;
};

/// For each of several heads: result = factor · Σ_c pair(left[i, c], right[c, j]) + added[j].
struct ComputeProduct {
  std::string_view pair = "product";  ///< function in shaders/product.comp
  ComputeOperand left, right, result;
  bool right_rows = false;  ///< `right` is transposed
  Index rows = 0, columns = 0, depth = 0;
  std::size_t first_head = 0, heads = 1;
  const ComputeBuffer* parameters = nullptr;  ///< further parameters of `pair`; null: none
  Index parameter_step = 0;                   ///< from head to head
  std::string_view bend = "tanh_of";          ///< nonlinearity of `pair`, if it uses one
  const ComputeBuffer* added = nullptr;       ///< one row per head; null: none
  double factor = 1;
  int stage = 0;  ///< bit set in `overflows` if a number leaves float32's range
  bool wide = false;

  void run(ComputeKernels& kernels) const;
};

/// Inputs of the shaders for a scene. Small ones are computed by the engine's own functions, so
/// that they are equal: positions (angles need double precision), cosines and sines of RoPE, masks
/// with the addends of scores (one M x L for all heads), and factors by distance and by query.
class ComputeInputs {
 public:
  ComputeInputs(const Scene& scene, const ComputeLimits& limits) : scene_(scene), limits_(limits) {}

  /// Uploads everything except rotations(), decays() and factors(). Throws SceneError as the engine
  /// does, ComputeError if the driver is out of memory.
  void upload();

  /// Trace without outputs, and of heads only the gates.
  const Trace& trace() const { return trace_; }
  const Matrix& values_of_trace() const;

  /// Inputs of all heads.
  const ComputeBuffer& queries() const { return query_x_.empty() ? x_ : query_x_; }
  const ComputeBuffer& keys() const { return x_; }
  const ComputeBuffer& values() const { return values_.empty() ? x_ : values_; }

  /// Rows of the batch's heads: their projections, or the inputs directly.
  ComputeOperand queries(const ComputeBatch& batch, Pairs which) const;
  ComputeOperand keys(const ComputeBatch& batch, Pairs which) const;
  ComputeOperand values(const ComputeBatch& batch) const;

  /// M x L: addends of each head's scores, −∞ where a key is hidden. Empty if there are none.
  const ComputeBuffer& addends() const { return addends_; }
  /// H x (M + L − 1): addends of each head for j − i = 1 − M … L − 1. Empty if there are none.
  const ComputeBuffer& terms() const { return terms_; }
  /// Returns whether the scores of the batch's heads differ from the raw scores.
  bool changes_scores(const ComputeBatch& batch, Pairs which) const;

  /// For each head of the batch: L prefix sums of forget gates, as two floats each, one after the
  /// other, and max(M, L) decay factors by distance. Empty without either.
  ComputeBuffer decays(const ComputeBatch& batch) const;
  /// For each head of the batch M x dv: factors of its outputs. Empty if there are none. Writes
  /// gates into trace().
  ComputeBuffer factors(const ComputeBatch& batch);

  /// Alternating cosines and sines for rows of this width.
  const ComputeBuffer& rotations(Index width);

 private:
  void make_addends(const BoolMatrix& seen);
  void make_terms();

  const Scene& scene_;
  const ComputeLimits limits_;
  Trace trace_;
  ComputeBuffer x_, query_x_, values_, addends_, terms_;
  std::map<Index, ComputeBuffer> turns_;
};

}  // namespace attn::gl
