#pragma once

#include "engine/base/matrix.h"

namespace attn {

/// A matrix on the way from the inputs to the output (parts.h), in the order of that way: each
/// comes after all that feed it.
enum class Part {
  embeddings,
  query_embeddings,  ///< in cross-attention only, like query_position and query_x
  position_table,    ///< of learned positions
  position,          ///< scale · P
  query_position,
  x,
  query_x,
  values,  ///< the scene's own
  w_q,
  w_k,
  w_v,
  q,
  k,
  v,
  w_a,
  energy,  ///< v of `additive`, 1 x dk
  raw,     ///< s′: the score without its scale
  shift,   ///< what is added to the scores
  seen,    ///< 1 where a key is seen
  scores,  ///< scaled, shifted and masked
  weights,
  head_output,
  w_o,
  head_weight,  ///< what each head counts, 1 x H
  projection,   ///< w[h]
  output,
};

/// Names a matrix, wherever one is spoken of.
struct Where {
  Part part;
  Index head = 0;   ///< of a part that each head has
  Index block = 0;  ///< of a network; a scene is one block
  bool operator==(const Where&) const = default;
};

}  // namespace attn
