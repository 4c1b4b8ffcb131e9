#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/heatmap/heatmap_view.h"

namespace attn::ui {

/// Painting masks on a heatmap with the mouse: where a stroke begins the cell changes (a seen key
/// is hidden, a hidden one seen), and what the stroke passes becomes the same. One stroke is one
/// step of the history; where another mask hides a key, the complaint of "mask.paint" says which.
class MaskPaint {
 public:
  void take(Access access, const HeatmapInput& input);

 private:
  bool allows_ = false;  // what the stroke makes of its cells
};

}  // namespace attn::ui
