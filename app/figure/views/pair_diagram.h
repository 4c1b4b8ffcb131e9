#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

// The heatmap of what each pair of a query and a key has, of one head or of all, as large as its
// cells may be (ViewInput::cells).
Diagram weights_diagram(const ViewInput& input);
Diagram scores_diagram(const ViewInput& input);
Diagram raw_scores_diagram(const ViewInput& input);

}  // namespace attn
