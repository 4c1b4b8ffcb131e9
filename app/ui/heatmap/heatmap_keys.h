#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/heatmap/heatmap_view.h"

namespace attn::ui {

/// Handles the keys of a focused heatmap: arrows, Home and End move, Enter and Space pin the cell,
/// Esc unpins. While `painting`, Enter paints the cell instead, as a stroke in `input`.
void take_heatmap_keys(Ui& ui, Access access, bool painting, HeatmapInput& input);

}  // namespace attn::ui
