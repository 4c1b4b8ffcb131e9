#pragma once

#include <string>
#include <string_view>

#include "app/document/view/view_options.h"
#include "app/figure/charts/plane_axes.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// One of the spaces that attention goes through, with the points in it: rows of the trace.
struct PlaneSpace {
  std::string_view id;      ///< "inputs", "keys" or "values"
  std::string title;        ///< "Queries and keys · head 1"
  std::string_view symbol;  ///< of its dimensions, in TeX: "k"
  const Matrix* tokens = nullptr;
  /// Queries, or the outputs among the values; null where the tokens are the queries, or where
  /// queries live in another space.
  const Matrix* queries = nullptr;
  bool has_arrows = false;   ///< its points are directions, which arrows from 0 show
  bool has_outputs = false;  ///< the others are outputs: means of the values by the weights
  bool asks = false;         ///< the tokens are the queries
};

/// "inputs": embeddings with positions added, "keys": queries and keys of `head`, "values": values
/// and outputs of `head`. It points into `evaluation`.
PlaneSpace plane_space(const Evaluation& evaluation, Index head, std::string_view id);

/// The axes to look at it by: `options` says which. Outputs have no part in principal components.
PlaneAxes plane_axes(const PlaneSpace& space, const ViewOptions::Plane& options);

/// A dimension of such a symbol, as a text with a formula.
std::string dimension_name(std::string_view symbol, Index n);

/// "→ PC 1, 62 %  ↑ PC 2, 25 % of the variance".
std::string words_of(const PlaneAxes& axes, std::string_view symbol);
/// The same without what both tell together.
std::string brief_words_of(const PlaneAxes& axes, std::string_view symbol);

}  // namespace attn
