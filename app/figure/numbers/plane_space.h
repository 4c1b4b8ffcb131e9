#pragma once

#include <string>
#include <string_view>

#include "app/document/view/view_options.h"
#include "app/figure/charts/plane_axes.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Space that attention passes through, with its points: rows of the trace.
struct PlaneSpace {
  std::string_view id;      ///< "inputs", "keys" or "values"
  std::string title;        ///< "Queries and keys · head 1"
  std::string_view symbol;  ///< symbol of its dimensions, in TeX: "k"
  const Matrix* tokens = nullptr;
  /// Queries, or the outputs among the values; null if the tokens are the queries, or if queries
  /// are in another space.
  const Matrix* queries = nullptr;
  bool has_arrows = false;   ///< its points are directions, drawn as arrows from 0
  bool has_outputs = false;  ///< `queries` are outputs: weighted means of the values
  bool asks = false;         ///< the tokens are the queries
};

/// "inputs": embeddings with positions added; "keys": queries and keys of `head`; "values": values
/// and outputs of `head`. Points into `evaluation`.
PlaneSpace plane_space(const Evaluation& evaluation, Index head, std::string_view id);

/// Axes of the projection by `options`. Outputs do not affect principal components.
PlaneAxes plane_axes(const PlaneSpace& space, const ViewOptions::Plane& options);

/// Name of a dimension with this symbol, as text with a formula.
std::string dimension_name(std::string_view symbol, Index n);

/// "→ PC 1, 62 %  ↑ PC 2, 25 % of the variance".
std::string words_of(const PlaneAxes& axes, std::string_view symbol);
/// Shorter words without the sum of both.
std::string brief_words_of(const PlaneAxes& axes, std::string_view symbol);

}  // namespace attn
