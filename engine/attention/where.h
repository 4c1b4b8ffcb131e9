#pragma once

#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// A matrix on the way from the inputs to the output (parts.h), in the order of that way: each
/// comes after all that feed it.
enum class Part {
  embeddings,
  query_embeddings,  ///< in cross-attention only, like query_position
  position_table,    ///< of learned positions, or of terms by distance
  slopes,            ///< of ALiBi, 1 x H
  position,          ///< scale · P
  query_position,
  x,
  query_x,
  values,  ///< the scene's own
  w_q,
  b_q,  ///< biases and gains are one row each
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
  unscaled,  ///< s′: the score without its scale
  raw,       ///< a(q, k): scaled and capped
  bias,
  shift,  ///< what is added to the scores: bias, terms of positions and of windows
  w_f,
  forget_gates,  ///< L x 1
  seen,          ///< 1 where a key is seen
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

/// What another matrix is computed from, and how much of it cell (i, j) takes.
struct Feed {
  enum class Reach {
    kRow,       ///< i
    kColumn,    ///< j
    kTurned,    ///< j, and what the position turns together with it in row i
    kSeen,      ///< the keys that query i sees
    kSeeing,    ///< the queries that see the key of the feed's own column, where they are several
    kHead,      ///< the head's own
    kDistance,  ///< what the position has for j − i steps
    kBetween,   ///< those after j up to i
    kAll,
  };
  Where where;
  Reach rows = Reach::kAll, columns = Reach::kAll;
  std::string_view joined{};  ///< how a formula joins it to the symbol before it: "+", "·", ","
  Index first = 0;            ///< the column in which its own first one stands
};

using Feeds = std::vector<Feed>;

}  // namespace attn
