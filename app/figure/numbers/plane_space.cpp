#include "app/figure/numbers/plane_space.h"

#include <cmath>

namespace attn {
namespace {

Matrix stacked(const Matrix& a, const Matrix& b) {
  Matrix both(a.rows() + b.rows(), a.cols());
  both.topRows(a.rows()) = a;
  both.bottomRows(b.rows()) = b;
  return both;
}

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

}  // namespace

PlaneSpace plane_space(const Evaluation& evaluation, Index head, std::string_view id) {
  const Trace& trace = evaluation.trace;
  const HeadTrace& of_head = trace.head(head);
  const std::string suffix = trace.heads.size() > 1 ? " · head " + std::to_string(head) : "";
  if (id == "keys") {
    const bool share_a_space = of_head.q.cols() == of_head.k.cols();
    return {.id = "keys",
            .title = "Queries and keys" + suffix,
            .symbol = "\\key{k}",
            .tokens = &of_head.k,
            .queries = share_a_space ? &of_head.q : nullptr,
            .has_arrows = true};
  }
  if (id == "values") {
    return {.id = "values",
            .title = "Values and output" + suffix,
            .symbol = "\\value{v}",
            .tokens = &of_head.v,
            .queries = &of_head.output,
            .has_outputs = true};
  }
  const bool has_own = evaluation.scene.queries && trace.query_x.cols() == trace.x.cols();
  return {.id = "inputs",
          .title = trace.position ? "Embeddings with positions" : "Embeddings",
          .symbol = "x",
          .tokens = &trace.x,
          .queries = has_own ? &trace.query_x : nullptr,
          .asks = !evaluation.scene.queries};
}

PlaneAxes plane_axes(const PlaneSpace& space, const ViewOptions::Plane& options) {
  const bool are_all = space.queries && !space.has_outputs;
  const Matrix points = are_all ? stacked(*space.tokens, *space.queries) : *space.tokens;
  const auto chosen = options.axes;
  if (!chosen) return principal_axes(points);
  // A space without a chosen dimension shows its principal components.
  if (std::max((*chosen)[0], (*chosen)[1]) >= points.cols()) return principal_axes(points);
  return chosen_axes(points, (*chosen)[0], (*chosen)[1]);
}

std::string dimension_name(std::string_view symbol, Index n) {
  return "$" + std::string(symbol) + "_{" + std::to_string(n) + "}$";
}

std::string brief_words_of(const PlaneAxes& axes, std::string_view symbol) {
  const auto name = [&](std::size_t n) {
    if (!axes.dimensions) return "PC " + std::to_string(n + 1);
    return dimension_name(symbol, (*axes.dimensions)[n]);
  };
  const std::string first = "→ " + name(0) + " ";
  if (axes.directions.row(1).isZero()) return first + "· " + percent(axes.shares[0]);
  return first + percent(axes.shares[0]) + "   ↑ " + name(1) + " " + percent(axes.shares[1]);
}

std::string words_of(const PlaneAxes& axes, std::string_view symbol) {
  const std::string both = percent(axes.shares[0] + axes.shares[1]);
  const std::string together =
      axes.directions.row(1).isZero() ? std::string() : "   together " + both;
  return brief_words_of(axes, symbol) + together + " of the variance";
}

}  // namespace attn
