#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_buffer.h"
#include "app/gl/compute/compute_kernel.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn::gl {

/// Matrices of some heads in one buffer, each by its rows, whose numbers are adjacent.
struct ComputeOperand {
  const ComputeBuffer* buffer = nullptr;
  Index head_step = 0;  ///< from head to head; 0 where all have the same
  Index row_step = 0;
  Index first = 0;
};

/// For each of some heads: result = factor · Σ_c pair(left[i, c], right[c, j]) + added[j].
struct ComputeProduct {
  std::string_view pair = "product";  ///< a function in shaders/product.comp
  ComputeOperand left, right, result;
  bool right_rows = false;  ///< `right` is given by its columns, as rows
  Index rows = 0, columns = 0, depth = 0;
  std::size_t first_head = 0, heads = 1;
  const ComputeBuffer* parameters = nullptr;  ///< what `pair` needs beside
  Index parameter_step = 0;                   ///< from head to head
  std::string_view bend = "tanh_of";          ///< what a `pair` that bends bends by
  const ComputeBuffer* added = nullptr;       ///< a row for each head; null for none
  double factor = 1;
  int stage = 0;  ///< the bit that is set in `overflows` where a number leaves float32's range
  bool wide = false;

  void run(ComputeKernels& kernels) const;
};

/// What shaders read of a scene. What is small beside the rest is made by the engine's own
/// functions, so that it is the same: positions (angles need double precision), the cosines and
/// sines of RoPE, which keys are seen with what is added to their scores, one M x L for all heads,
/// and by what scores change with distance and outputs with their query.
class ComputeInputs {
 public:
  ComputeInputs(const Scene& scene, const ComputeLimits& limits) : scene_(scene), limits_(limits) {}

  /// Makes all of it but turns(), fades() and factors(). Throws SceneError as the engine does,
  /// ComputeError where the driver has no room.
  void place();

  /// All of the engine's but output, and of heads nothing but gates.
  const Trace& trace() const { return trace_; }
  const Matrix& values_of_trace() const;

  /// The inputs of all heads.
  const ComputeBuffer& queries() const { return query_x_.empty() ? x_ : query_x_; }
  const ComputeBuffer& keys() const { return x_; }
  const ComputeBuffer& values() const { return values_.empty() ? x_ : values_; }

  /// The rows of a batch's heads: their own, or the inputs as they are.
  ComputeOperand queries(const ComputeBatch& batch, Pairs which) const;
  ComputeOperand keys(const ComputeBatch& batch, Pairs which) const;
  ComputeOperand values(const ComputeBatch& batch) const;

  /// M x L: what is added to each head's scores, −∞ where a key is hidden. Empty where nothing is.
  const ComputeBuffer& addends() const { return addends_; }
  /// H x (M + L − 1): what is added to a head's where j − i is 1 − M … L − 1. Empty where nothing
  /// is.
  const ComputeBuffer& terms() const { return terms_; }
  /// Whether scores of a batch's heads are no more what raw scores are.
  bool changes_scores(const ComputeBatch& batch, Pairs which) const;
  /// Whether its raw scores hide keys.
  bool hides(const ComputeBatch& batch) const;

  /// For each of a batch's heads: L sums of what its gate forgets, as two floats each, one after
  /// all others, and max(M, L) decays by distance. Empty where its scores don't fade.
  ComputeBuffer fades(const ComputeBatch& batch) const;
  /// For each of a batch's heads M x dv: what its outputs are multiplied with. Empty where with
  /// nothing. Puts gates into trace().
  ComputeBuffer factors(const ComputeBatch& batch);

  /// Cosines and sines for rows of this width, in turn.
  const ComputeBuffer& turns(Index width);

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
