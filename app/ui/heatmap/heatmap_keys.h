#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/heatmap/heatmap_view.h"

namespace attn::ui {

/// The keys of a heatmap that has the keyboard: arrows, Home and End walk, Enter and Space pin the
/// cell, Esc unpins. While `painting`, Enter paints the cell instead, as a stroke in `input`.
void take_heatmap_keys(Ui& ui, Access access, bool painting, HeatmapInput& input);

}  // namespace attn::ui
