#pragma once

#include <span>
#include <string_view>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"
#include "engine/base/product.h"

namespace attn {

/// How a token knows its place: by what is added to its embedding, by how its query and key are
/// turned, or by how its scores fall with distance. What a kind doesn't do is null.
struct PositionKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// P without its scale, `rows` x `width`: row i belongs to index i.
  WideMatrix (*table)(const Position& position, Index rows, Index width);
  /// Turns the rows of q or k, whose width must be even, each by its index.
  void (*rotate)(const Position& position, WideMatrix& rows);
  /// What head h of H loses for each step of distance.
  double (*slope)(const Position& position, Index h, Index H);
  /// What a score of head h of H gains where key j stands `steps` = j − i from query i.
  double (*term)(const Position& position, Index h, Index H, Index steps);
  /// Throws SceneError where the scene's position doesn't fit the scene.
  void (*check)(const Scene& scene);
  int version = 1;  ///< of the scene format that it came with
  Wave wave = Wave::kNone;
  /// The column of the position's table that `term` reads for a distance; null where it reads none.
  Index (*column)(const Position& position, Index steps) = nullptr;
  /// The ways back: what the position's own numbers get. A kind without such numbers has none for
  /// its table. Beside `table`: where the loss grows with P, without its scale, by `by_table`.
  void (*table_backward)(const Position& position, const WideMatrix& by_table,
                         const GradientsBelow& of_position) = nullptr;
  /// Beside `rotate`: turns how the loss grows with `turned` rows, in place, into how it grows with
  /// them before.
  void (*rotate_backward)(const Position& position, const WideMatrix& turned, WideMatrix& by_rows,
                          const GradientsBelow& of_position) = nullptr;
  /// Beside `term`, where the loss grows with it by `by_term`.
  void (*term_backward)(const Position& position, Index h, Index steps, double by_term,
                        const GradientsBelow& of_position) = nullptr;

  bool does_nothing() const { return !table && !rotate && !slope && !term; }
};

/// How RoPE's rates are made slower for longer contexts.
struct RopeScalingKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// What a step turns pair `j` of `pairs` by, in radians, where `base` is the position's.
  double (*rate)(const RopeScaling& scaling, double base, Index j, Index pairs);
  /// How it grows with `base`.
  double (*rate_by_base)(const RopeScaling& scaling, double base, Index j, Index pairs);
};

/// The shape that the table of the scene's position must have. `learned`: at least max(L, M) x D;
/// else any, as heads, one row each, may be named after it.
Shape position_table_shape(const Scene& scene);

/// How many of a row's first columns RoPE turns.
Index rotated_width(const Position& position, Index width);

/// How many radians a step turns each pair of columns of a row `width` wide by: with RoPE of the
/// columns that turn, at its scaling; else of a sinusoidal table, where an odd width's last column
/// is a sine alone and has a rate too.
std::vector<double> rates(const Position& position, Index width);

/// Which of T5's `buckets` numbers is for a key that stands `steps` = j − i from the query. Raffel
/// et al. 2020, section 2.1, as their code has it (`_relative_position_bucket`): half of a
/// direction's buckets are for one step each, the others grow like a logarithm up to
/// `max_distance`.
Index t5_bucket(Index steps, Index buckets, Index max_distance, bool both);

/// Which other column of a row `width` wide the position turns together with column `c`; `c` itself
/// where none.
Index turned_with(const Position& position, Index width, Index c);

// The first stage (shapes are in trace.h). Angles are computed in double precision. Both throw
// SceneError at `/position` where a sum leaves float32's range.

/// Fills `position` and `x` of `trace`.
void place_tokens(const Scene& scene, Trace& trace);
/// Fills `query_position` and `query_x`, from `x` in self-attention.
void place_queries(const Scene& scene, Trace& trace);

/// scale · P for `rows` embeddings of `width`; the position's kind must have a table.
WideMatrix position_shift(const Position& position, Index rows, Index width);
/// What the position's own numbers get, where the loss grows with it by `by`.
void position_shift_backward(const Position& position, const WideMatrix& by,
                             const GradientsBelow& of_position);

/// Rows [first, first + count) of `placed`: embeddings with their shift added, rounded once. Throws
/// SceneError at `/position` where a sum leaves float32's range.
void place_rows(const Matrix& embeddings, const WideMatrix& shift, Index first, Index count,
                Matrix& placed);

}  // namespace attn
