#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Each head's output and the combined one on one range, with the selected query's row marked; and
/// beside them how that row of the selected head is the mean of the values by the row's weights: a
/// line for each key with its weight, its value and their product, and the sum below.
Diagram outputs_diagram(const ViewInput& input);

/// wⱼ · vⱼ of each key for one query: L x dv, whose columns sum to the output's row.
Matrix contributions(const HeadTrace& head, Index query);

}  // namespace attn
