#pragma once

#include <span>
#include <string_view>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

/// Position encoding: added to embeddings, a rotation of queries and keys, or a term of the scores
/// by distance. Unused functions are null.
struct PositionKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// P without its scale, `rows` x `width`: row i for index i.
  WideMatrix (*table)(const Position& position, Index rows, Index width);
  /// Rotates the rows of q or k, of even width, each by its index.
  void (*rotate)(const Position& position, WideMatrix& rows);
  /// Slope of head h of H: score reduction per step of distance.
  double (*slope)(const Position& position, Index h, Index H);
  /// Score term of head h of H for key j at `steps` = j − i from query i.
  double (*term)(const Position& position, Index h, Index H, Index steps);
  /// Throws SceneError if the scene's position does not fit the scene.
  void (*check)(const Scene& scene);
  int version = 1;  ///< version of the scene format that introduced it
  Wave wave = Wave::kNone;
  /// Column of the position's table used by `term` for a distance; null: none.
  Index (*column)(const Position& position, Index steps) = nullptr;
  /// Backward passes for the position's own numbers; null without such numbers. For `table`:
  /// `by_table` is the gradient of P, without its scale.
  void (*table_backward)(const Position& position, const WideMatrix& by_table,
                         const GradientsBelow& of_position) = nullptr;
  /// For `rotate`: turns the gradient of the rotated rows, in place, into that of the rows before;
  /// `turned`: rotated rows.
  void (*rotate_backward)(const Position& position, const WideMatrix& turned, WideMatrix& by_rows,
                          const GradientsBelow& of_position) = nullptr;
  /// For `term`, with its gradient `by_term`.
  void (*term_backward)(const Position& position, Index h, Index steps, double by_term,
                        const GradientsBelow& of_position) = nullptr;

  bool does_nothing() const { return !table && !rotate && !slope && !term; }
};

/// Scaling of RoPE frequencies for longer contexts.
struct RopeScalingKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// Angle per step of pair `j` of `pairs`, in radians; `base` is the position's.
  double (*rate)(const RopeScaling& scaling, double base, Index j, Index pairs);
  /// Derivative of rate by `base`.
  double (*rate_by_base)(const RopeScaling& scaling, double base, Index j, Index pairs);
};

/// Required shape of the table of the scene's position. `learned`: at least max(L, M) x D; others
/// are unconstrained here, as they have a row for each head, and a file may name heads later.
Shape position_table_shape(const Scene& scene);

/// Number of leading columns that RoPE rotates.
Index rotated_width(const Position& position, Index width);

/// Angles per step, in radians, of each pair of columns of a row of width `width`: for RoPE those
/// of the rotated columns, scaled; else of a sinusoidal table, where the last column of an odd
/// width is a sine without cosine and has a rate too.
std::vector<double> rates(const Position& position, Index width);

/// Index of T5's `buckets` for a key at `steps` = j − i from the query. Raffel et al. 2020, section
/// 2.1, as in their code (`_relative_position_bucket`): half of a direction's buckets cover one
/// step each, the others grow logarithmically up to `max_distance`.
Index t5_bucket(Index steps, Index buckets, Index max_distance, bool both);

/// Column that is rotated together with column `c` in rows of width `width`; `c` itself if none.
Index rotation_partner(const Position& position, Index width, Index c);

// First stage (shapes are in trace.h). Angles are computed in double precision. Both functions
// throw SceneError at `/position` if a sum exceeds float32's range.

/// Fills `position` and `x` of `trace`.
void place_tokens(const Scene& scene, Trace& trace);
/// Fills `query_position` and `query_x`, from `x` in self-attention.
void place_queries(const Scene& scene, Trace& trace);

/// scale · P for `rows` embeddings of `width`. Precondition: the position's kind has a table.
WideMatrix position_shift(const Position& position, Index rows, Index width);
/// Collects the gradients of the position's own numbers, where `by` is the gradient of scale · P.
void position_shift_backward(const Position& position, const WideMatrix& by,
                             const GradientsBelow& of_position);

/// Computes rows [first, first + count) of `placed`: embeddings plus shift, rounded once. Throws
/// SceneError at `/position` if a sum exceeds float32's range.
void place_rows(const Matrix& embeddings, const WideMatrix& shift, Index first, Index count,
                Matrix& placed);

}  // namespace attn
