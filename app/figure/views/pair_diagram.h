#pragma once

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/views/pair_quantity.h"

namespace attn {

/// What the window and figures show of a quantity, as yet without its numbers. It keeps references
/// to the scene's tokens and to the shading.
LabelledMatrix pair_heatmap(const PairQuantity& quantity, const Scene& scene,
                            const Shading& shading, const Colormap& colormap);

// The heatmap of what each pair of a query and a key has, of one head or of all, as large as its
// cells may be (ViewInput::cells).
Diagram weights_diagram(const ViewInput& input);
Diagram scores_diagram(const ViewInput& input);
Diagram raw_scores_diagram(const ViewInput& input);

}  // namespace attn
