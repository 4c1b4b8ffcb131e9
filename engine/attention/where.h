#pragma once

#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Matrix between inputs and output (parts.h), in order of evaluation: each comes after all its
/// inputs.
enum class Part {
  embeddings,
  query_embeddings,  ///< only in cross-attention, like query_position
  position_table,    ///< of learned positions, or of terms by distance
  slopes,            ///< of ALiBi, 1 x H
  position,          ///< scale · P
  query_position,
  x,
  query_x,
  values,  ///< the scene's own
  w_q,
  b_q,  ///< biases and gains are single rows
  g_q,
  w_k,
  b_k,
  g_k,
  w_v,
  b_v,
  q,
  k,
  v,
  w_a,
  energy,  ///< v of `additive`, 1 x dk
  given_scores,
  unscaled,  ///< s′: score without its scale
  raw,       ///< a(q, k): scaled and capped
  bias,
  shift,  ///< addends of the scores: bias, terms of positions and of windows
  w_f,
  forget_gates,  ///< L x 1
  seen,          ///< 1 where a key is visible
  scores,        ///< shifted, faded and masked
  subtract_w_q,
  subtract_w_k,
  subtract_q,
  subtract_k,
  subtract_raw,
  subtract_scores,
  subtract_weights,
  weights,
  w_g,
  b_g,
  gates,
  head_output,
  w_o,
  b_o,
  head_weight,  ///< weights of the heads, 1 x H
  projection,   ///< w[h]
  output,
};

/// Identifies a matrix.
struct Where {
  Part part;
  Index head = 0;   ///< for parts that each head has
  Index block = 0;  ///< of a network; a scene is one block
  bool operator==(const Where&) const = default;
};

/// Input of a matrix, and the part of it that cell (i, j) depends on.
struct Feed {
  enum class Reach {
    kRow,       ///< row i
    kColumn,    ///< column j
    kTurned,    ///< column j, and its partner in the rotation of row i
    kSeen,      ///< keys visible to query i
    kSeeing,    ///< queries that see the key of the feed's own column, if several
    kHead,      ///< the head's own part
    kDistance,  ///< entry of the position for distance j − i
    kBetween,   ///< entries after j up to i
    kAll,
  };
  Where where;
  Reach rows = Reach::kAll, columns = Reach::kAll;
  std::string_view joined{};  ///< operator before its symbol in a formula: "+", "·", ","
  Index first = 0;            ///< first column of the part in a concatenation
};

using Feeds = std::vector<Feed>;

}  // namespace attn
