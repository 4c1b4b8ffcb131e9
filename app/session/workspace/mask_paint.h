#pragma once

#include <vector>

#include "app/session/workspace/access.h"
#include "engine/attention/trace.h"

namespace attn {

/// What of a stroke over a matrix a frame has.
struct MaskStroke {
  bool begins = false;        ///< in this frame
  bool ends = false;          ///< likewise
  std::vector<Cell> cells{};  ///< that it passed since the last frame
};

/// Painting masks on a heatmap: where a stroke begins the cell changes (a seen key is hidden, a
/// hidden one seen), and what the stroke passes becomes the same. One stroke is one step of the
/// history; where another mask hides a key, the complaint of "mask.paint" says which.
class MaskPaint {
 public:
  void take(Access access, const MaskStroke& stroke);

 private:
  bool allows_ = false;  // what the stroke makes of its cells
};

}  // namespace attn
