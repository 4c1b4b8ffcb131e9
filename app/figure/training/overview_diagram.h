#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// One head of many.
struct OverviewHead {
  Index layer = 0, head = 0;
  std::shared_ptr<const Matrix> thumbnail{};  ///< kMasked where no key is shown; null: none
  double number = 0;                          ///< what colours its frame; NaN: it has none
};

/// All heads of attention from elsewhere.
struct Overview {
  Index layers = 0, heads = 0;  ///< of the layer that has most
  std::vector<OverviewHead> all{};
  std::string measure{};                                 ///< what the numbers are: "entropy"
  std::vector<std::string> layer_names{}, head_names{};  ///< empty: "0", "1" …
};

/// Layers downwards, their heads across, a small matrix each on one scale of colours, in a frame
/// whose colour is its number; what both mean stands below. It is `width` units wide. Marks:
/// "overview.head[l][h]".
Diagram overview_diagram(const Overview& overview, const Ruler& ruler, double width);

}  // namespace attn
