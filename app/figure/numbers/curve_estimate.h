#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/evaluation.h"

namespace attn {

// Attention over keys on a line as a curve: the output for a query anywhere on the line.

/// Reason in words why `scene` is no such curve: keys, queries and values must be single numbers,
/// without positions.
std::optional<std::string> curve_obstacle(const Scene& scene);

/// Returns whether the scene has parts that depend on a query's index: a bias, or a mask by index.
/// The curve ignores them.
bool has_own_query_parts(const Attention& attention);

/// Outputs along the line.
struct CurveEstimate {
  std::vector<double> x;                 ///< N queries, ascending
  Trace trace;                           ///< trace of asked_at() these queries
  std::shared_ptr<const Matrix> band{};  ///< L x N: weights, a row for each key, last first
  std::vector<Index> order{};            ///< keys, ascending
  std::string problem{};                 ///< reason in words why there is no trace
};

/// Estimate of `evaluation`'s scene between `low` and `high`, with the weights of `head`. The last
/// result is cached, so that repeated calls (on each mouse move) are free. In a LaterScope it may
/// throw MadeLater.
std::shared_ptr<const CurveEstimate> curve_estimate(
    const std::shared_ptr<const Evaluation>& evaluation, Index head, double low, double high);

/// Values of the curve in a trace: the combined output, or if that is not one number, the output of
/// `head`. M x 1.
Matrix curve_output(const AttentionTrace& trace, Index head);

/// Row `query` of each matrix, evaluated at a single place: the weights of `head` at `x`.
struct CurveAnswer {
  double output = 0;
  RowVector weights;                ///< 1 x L
  std::optional<double> sink = {};  ///< share of the sink, if the head has one
};
std::optional<CurveAnswer> curve_answer(const Scene& scene, Index head, double x);

}  // namespace attn
