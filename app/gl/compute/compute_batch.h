#pragma once

#include <vector>

#include "app/gl/compute/compute_buffer.h"
#include "app/gl/compute/compute_limits.h"
#include "engine/attention/scene.h"

namespace attn::gl {

/// Heads that follow each other, have the same shapes, and fit into one buffer together: each stage
/// is one start of its shader for all of them.
struct ComputeBatch {
  std::size_t first = 0, count = 0;
  Index q_width = 0, k_width = 0, dv = 0;
  Index column = 0;  ///< the first of the first head's in the outputs side by side

  // By heads; q, k and v are empty where heads take their input as it is.
  ComputeBuffer q, k, v;
  ComputeBuffer raw;      ///< a(q, k) alone; empty where nothing is added or hidden
  ComputeBuffer scores;   ///< M x L
  ComputeBuffer weights;  ///< M x L
};

/// All heads of the scene, without buffers.
std::vector<ComputeBatch> compute_batches(const Scene& scene, const ComputeLimits& limits);

/// The weights `member` of a batch's heads, one after the other. All must have them.
ComputeBuffer upload_weights(const ComputeLimits& limits, const Scene& scene,
                             const ComputeBatch& batch, std::optional<Cow<Matrix>> Head::*member);

}  // namespace attn::gl
