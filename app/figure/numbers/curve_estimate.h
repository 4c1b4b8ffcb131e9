#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/evaluation.h"

namespace attn {

// Attention over keys on a line, as a curve: what the scene answers a query that may be anywhere.

/// What keeps `scene` from being such a curve, in words: keys, queries and values must be one
/// number each, and have no positions.
std::optional<std::string> curve_obstacle(const Scene& scene);

/// Whether the scene has what can't be said of a query that is none of its own: a bias, or a mask
/// that goes by its index. The curve leaves it out.
bool has_own_query_parts(const Attention& attention);

/// `scene`, which has no obstacle, with `queries` as its queries.
Scene asked_at(const Scene& scene, const std::vector<double>& queries);

/// The answers along the line.
struct CurveEstimate {
  std::vector<double> x;                 ///< N queries, ascending
  Trace trace;                           ///< of asked_at them
  std::shared_ptr<const Matrix> band{};  ///< L x N: weights, a row for each key, last first
  std::vector<Index> order{};            ///< of the keys, ascending
  std::string problem{};                 ///< why there is no trace, in words
};

/// The estimate of `evaluation`'s scene between `low` and `high`, with the weights of `head`. The
/// last one that was made is kept, so that asking again (for each move of the mouse) costs nothing.
/// In a LaterScope it may throw MadeLater.
std::shared_ptr<const CurveEstimate> curve_estimate(
    const std::shared_ptr<const Evaluation>& evaluation, Index head, double low, double high);

/// The curve's own numbers in a trace: what the heads' outputs become, or where that is not one
/// number, what `head` says. M x 1.
Matrix curve_output(const AttentionTrace& trace, Index head);

/// Row `query` of `matrix` alone, each as asked at one place: the weights of `head` at `x`.
struct CurveAnswer {
  double output = 0;
  RowVector weights;                ///< 1 x L
  std::optional<double> sink = {};  ///< what it takes of them, where the head has one
};
std::optional<CurveAnswer> curve_answer(const Scene& scene, Index head, double x);

}  // namespace attn
