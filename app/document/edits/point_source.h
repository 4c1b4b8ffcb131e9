#pragma once

#include <optional>
#include <string_view>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"
#include "engine/base/matrix.h"

namespace attn {

/// The row of the inputs that a point of one of the spaces is made from.
struct PointSource {
  Where input{Part::embeddings};
  Index row = 0;
  Matrix back;  ///< width of the space x width of the input: a step in the space as one of the row
};

/// Where token `n` (or query `n`) of `space` comes from: "inputs", "keys" (queries and keys of
/// `head`) or "values" (of `head`). Behind a head's weights, `back` is their pseudoinverse: the
/// shortest step of the row that makes the point's, or comes nearest. Nothing for what no row of
/// inputs moves by itself: outputs, and keys that RoPE rotates.
std::optional<PointSource> point_source(const Scene& scene, std::size_t head,
                                        std::string_view space, bool is_query, Index n);

/// The source's row.
RowVector row_of(const Scene& scene, const PointSource& source);
void set_row(Scene& scene, const PointSource& source, const RowVector& row);

}  // namespace attn
