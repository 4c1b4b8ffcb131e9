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

// Edits of tokens that are points: their key is one number, x, and their value one number, y. The
// scene must have embeddings and values of one column; one without values of its own gets them.
// Of a valid scene they make a valid one, or throw SceneError and leave it as it was.

void move_point(Scene& scene, Index token, float x, float y);
/// A new token at the end, called "x7" after its index.
void add_point(Scene& scene, float x, float y);

}  // namespace attn
