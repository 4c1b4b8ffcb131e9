#pragma once

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Adds margins to the heatmap of a head's weights: shares of a sink, row sums if they may differ
/// from 1, and column sums if those are 1.
void add_margins(LabelledMatrix& heatmap, const Evaluation& evaluation, Index head);

/// `shading` extended to the coloured margins of a head: shares of a sink may lie outside the range
/// of the weights.
Shading drawn_with_margins(Shading shading, const PairQuantity& quantity,
                           const Evaluation& evaluation, Index head);

}  // namespace attn
