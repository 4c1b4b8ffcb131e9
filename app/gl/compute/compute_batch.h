#pragma once

#include <functional>
#include <vector>

#include "app/gl/compute/compute_buffer.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"

namespace attn::gl {

/// From queries and keys to the weights of their pairs, by heads.
struct PairBuffers {
  Index q_width = 0, k_width = 0;
  ComputeBuffer q, k;     ///< empty where heads take their input as it is
  ComputeBuffer raw;      ///< a(q, k) alone; empty where nothing is added or hidden
  ComputeBuffer scores;   ///< M x L
  ComputeBuffer weights;  ///< M x L
};

/// Heads that follow each other, are made in the same way and have the same shapes, and fit into
/// one buffer together: each stage is one start of its shader for all of them.
struct ComputeBatch : PairBuffers {
  std::size_t first = 0, count = 0;
  Index dv = 0;
  Index column = 0;        ///< the first of the first head's in the outputs side by side
  ComputeBuffer v;         ///< empty where heads take their input as it is
  PairBuffers subtracted;  ///< what λ times the weights of is taken from their own, if anything

  bool has(Pairs which) const { return which == Pairs::kOwn || subtracted.q_width > 0; }
  PairBuffers& of(Pairs which) { return which == Pairs::kOwn ? *this : subtracted; }
  const PairBuffers& of(Pairs which) const { return which == Pairs::kOwn ? *this : subtracted; }
};

/// All heads of the scene, without buffers.
std::vector<ComputeBatch> compute_batches(const Scene& scene, const ComputeLimits& limits);

/// What `numbers` gives for each of the batch's heads, one after the other: as many for each.
ComputeBuffer upload_by_heads(const ComputeLimits& limits, const ComputeBatch& batch,
                              const std::function<Matrix(std::size_t h)>& numbers);

}  // namespace attn::gl
