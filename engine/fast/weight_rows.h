#pragma once

#include <functional>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Rows of a head's weights while they are at hand: those of `count` queries from `first`.
struct WeightRows {
  Index first = 0, count = 0, keys = 0;
  const float* parts = nullptr;  ///< of row r from r · step on: weights but for a factor
  Index step = 0;
  const float* factors = nullptr;    ///< of each row
  const BoolMatrix* seen = nullptr;  ///< M x L; null where every query sees every key

  float weight(Index r, Index j) const { return parts[r * step + j] * factors[r]; }
  const bool* seen_keys(Index r) const { return seen ? seen->row(first + r).data() : nullptr; }
};

using WeightVisitor = std::function<void(const WeightRows& rows)>;

/// Computes the weights of one head a block of rows at a time and keeps none of them: for what
/// needs less of them than there are. `visit` is called from several threads at once, in any order,
/// once for each row. `scene` must pass check(). Throws SceneError as evaluate() does, but for
/// outputs.
void visit_weights(const Scene& scene, std::size_t head, const WeightVisitor& visit);

}  // namespace attn
