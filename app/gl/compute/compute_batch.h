#pragma once

#include <functional>
#include <vector>

#include "app/gl/compute/compute_buffer.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"

namespace attn::gl {

/// Buffers from queries and keys to the weights of their pairs, head by head.
struct PairBuffers {
  Index q_width = 0, k_width = 0;
  ComputeBuffer q, k;     ///< empty if heads use their input directly
  ComputeBuffer raw;      ///< a(q, k) alone; empty if nothing is added or hidden
  ComputeBuffer scores;   ///< M x L
  ComputeBuffer weights;  ///< M x L
};

/// Consecutive heads with the same operations and shapes that fit into one buffer: each stage is
/// one dispatch for all of them.
struct ComputeBatch : PairBuffers {
  std::size_t first = 0, count = 0;
  Index dv = 0;
  bool hides = false;      ///< given scores hide keys
  Index column = 0;        ///< first column of the first head in the concatenated outputs
  ComputeBuffer v;         ///< empty if heads use their input directly
  PairBuffers subtracted;  ///< pairs whose weights, times λ, are subtracted

  bool has(Pairs which) const { return which == Pairs::kOwn || subtracted.q_width > 0; }
  PairBuffers& of(Pairs which) { return which == Pairs::kOwn ? *this : subtracted; }
  const PairBuffers& of(Pairs which) const { return which == Pairs::kOwn ? *this : subtracted; }
};

/// Batches of all heads of the scene, without buffers.
std::vector<ComputeBatch> compute_batches(const Scene& scene, const ComputeLimits& limits);

/// Uploads `numbers` of each head of the batch, one after the other; all have equal size.
ComputeBuffer upload_by_heads(const ComputeLimits& limits, const ComputeBatch& batch,
                              const std::function<Matrix(std::size_t h)>& numbers);

}  // namespace attn::gl
