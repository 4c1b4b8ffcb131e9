#pragma once

#include <cstdint>
#include <vector>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// Finds where the window differs from the frame before, so that only those boxes are drawn again:
/// a software renderer takes as long for a frame as its pixels are many.
class ChangedBoxes {
 public:
  /// Disjoint boxes, at most a dozen, in coordinates of ImGui. Outside of them `data` looks like
  /// the `data` of the last call.
  std::vector<Box> since_last(const ImDrawData& data);

  /// Lets the next call return the whole window: the last frame is lost, or a texture changed.
  void forget() { columns_ = 0; }

 private:
  /// Hashes of one of ImGui's lists as it was drawn last.
  struct DrawnList {
    std::uint64_t whole;
    std::vector<std::uint64_t> tiles;  ///< one for each square of the window
  };

  std::vector<DrawnList> lists_;
  int columns_ = 0, rows_ = 0;  ///< number of squares; 0: nothing is known
};

}  // namespace attn::ui
