#pragma once

#include <string>
#include <string_view>

#include "engine/attention/scene.h"

namespace attn {

/// Number of rows or columns of a matrix of a scene, with the format's symbol for it.
struct Extent {
  enum class Rule { kExactly, kAtLeast };

  Index count = 1;
  std::string_view symbol = {};  ///< empty: none
  Rule rule = Rule::kAtLeast;

  bool holds(Index found) const { return rule == Rule::kAtLeast ? found >= count : found == count; }
};

inline Extent exactly(Index count, std::string_view symbol) {
  return {count, symbol, Extent::Rule::kExactly};
}

struct Shape {
  Extent rows;
  Extent cols;
};

// Required shape of each matrix of a scene, given the matrices declared above it.

Shape embeddings_shape(const Scene& scene);        ///< L x any: embeddings, values
Shape query_embeddings_shape(const Scene& scene);  ///< M x any
Shape w_q_shape(const Scene& scene);               ///< Dq x any, also of `subtract`
Shape w_k_shape(const Scene& scene);               ///< D x any, also of `subtract`
Shape w_v_shape(const Scene& scene);               ///< Dv x any
Shape w_a_shape(const Scene& scene, std::size_t h);
Shape w_g_shape(const Scene& scene, std::size_t h);  ///< Dq x dv
Shape pair_shape(const Scene& scene);                ///< M x L: bias, custom masks, given scores
Shape w_o_shape(const Scene& scene);                 ///< sum of dv x any
/// dv_h x Do; Do is free for the first head.
Shape projection_shape(const Scene& scene, std::size_t h);

/// Dv: width of the values' source.
Index value_width(const Scene& scene);
/// Widths of head h's queries, keys and values.
Index width_of_q(const Scene& scene, std::size_t h);
Index width_of_k(const Scene& scene, std::size_t h);
Index width_of_v(const Scene& scene, std::size_t h);
/// Width of the queries and keys of head h's `subtract`.
Index width_of_subtract(const Attention& attention, std::size_t h);
/// Head whose keys and values head h uses: that of its `keys_of`, or h itself.
std::size_t keys_head(const Attention& attention, std::size_t h);
/// H.
Extent head_count(const Attention& attention);

/// Throws SceneError at `place` if the number `found` of a `thing` ("row", "number") differs from
/// `expected`: "expected 3 rows (D), found 2".
void require_count(Index found, const Extent& expected, std::string_view thing,
                   const std::string& place);
/// Requires finite numbers and `shape`: a wrong row count is reported at the matrix, a wrong row
/// length at the row.
void require_shape(const Matrix& matrix, const Shape& shape, const std::string& place);

}  // namespace attn
