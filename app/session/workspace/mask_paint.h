#pragma once

#include <vector>

#include "app/session/workspace/access.h"
#include "engine/attention/trace.h"

namespace attn {

/// Part of a stroke over a matrix in one frame.
struct MaskStroke {
  bool begins = false;        ///< begins in this frame
  bool ends = false;          ///< ends in this frame
  std::vector<Cell> cells{};  ///< passed since the last frame
};

/// Painting of masks on a heatmap: the first cell of a stroke is toggled (a visible key is hidden,
/// a hidden one shown), and the other cells get its state. A stroke is one undo step; if another
/// mask hides a key, the complaint of "mask.paint" names it.
class MaskPaint {
 public:
  void take_stroke(Access access, const MaskStroke& stroke);

 private:
  bool allows_ = false;  // new state of the stroke's cells
};

}  // namespace attn
