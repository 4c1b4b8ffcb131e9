#pragma once

#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/scene.h"

namespace attn {

/// A matrix on the way from the inputs to the output; what each head has is that of head `head`.
struct Part {
  enum class Kind {
    embeddings,
    query_embeddings,  ///< in cross-attention only, like query_position and query_x
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
  Kind kind;
  Index head = 0;
  bool operator==(const Part&) const = default;
};

/// Cells of one matrix that stand together.
struct CellRange {
  Part part;
  Index row = 0, rows = 1;
  Index column = 0, columns = 1;
  bool has(const Part& other, Cell cell) const {
    return part == other && cell.query >= row && cell.query < row + rows && cell.key >= column &&
           cell.key < column + columns;
  }
  bool operator==(const CellRange&) const = default;
};

/// The cells from which `cell` of `part` is computed in one step: just those of which, with some
/// numbers in the others, a change changes it. A masked pair has no number that could change: its
/// score depends on the mask alone, it feeds no weight, and its weight and the key's value feed no
/// output. `seen` is visible_keys(scene). Empty for what is an input.
std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Part& part,
                                     Cell cell);

/// What the score function multiplies its result with: 1 where there is no such thing.
double score_factor(const Scene& scene, std::size_t head);

/// The same score function without that factor.
Score plain_score(const Score& score);

}  // namespace attn
