#pragma once

#include "app/figure/diagram/heatmap_layout.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Puts beside the heatmap of a head's weights what they don't say by themselves: what a sink takes
/// of each row, what rows sum to where that need not be 1, and what columns do where that is 1.
void add_margins(LabelledMatrix& heatmap, const Evaluation& evaluation, Index head);

}  // namespace attn
