#pragma once

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Puts beside the heatmap of a head's weights what they don't say by themselves: what a sink takes
/// of each row, what rows sum to where that need not be 1, and what columns do where that is 1.
void add_margins(LabelledMatrix& heatmap, const Evaluation& evaluation, Index head);

/// `shading` as a head's numbers are drawn with it, and what stands in colours beside them: of
/// weights what a sink takes, which may lie beyond the range of all weights.
Shading drawn_with_margins(Shading shading, const PairQuantity& quantity,
                           const Evaluation& evaluation, Index head);

}  // namespace attn
