#pragma once

#include <optional>
#include <string_view>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"
#include "engine/base/matrix.h"

namespace attn {

/// Row of the inputs that a point of a space is computed from.
struct PointSource {
  Where input{Part::embeddings};
  Index row = 0;
  Matrix back;  ///< width of the space x width of the input: a step in the space as one of the row
};

/// Source of token `n` (or query `n`) of `space`: "inputs", "keys" (queries and keys of `head`) or
/// "values" (of `head`). For weighted spaces, `back` is the pseudoinverse of the weights: the
/// shortest step of the row that gives the point's step, or the nearest. Empty if no single row
/// determines the point: outputs, and keys rotated by RoPE.
std::optional<PointSource> point_source(const Scene& scene, std::size_t head,
                                        std::string_view space, bool is_query, Index n);

/// Row of the source.
RowVector row_of(const Scene& scene, const PointSource& source);
void set_row(Scene& scene, const PointSource& source, const RowVector& row);

// Edits of tokens that are points: key x and value y are single numbers. The scene must have
// embeddings and values of one column; missing values are added. They keep a scene valid, or throw
// SceneError and leave it unchanged.

void move_point(Scene& scene, Index token, float x, float y);
/// Appends a token named "x7" by its index.
void add_point(Scene& scene, float x, float y);

}  // namespace attn
