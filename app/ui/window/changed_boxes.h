#pragma once

#include <cstdint>
#include <vector>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// Finds where the window differs from the frame before, so that only those boxes are drawn again:
/// the time of a software renderer is proportional to the number of pixels.
class ChangedBoxes {
 public:
  /// Disjoint boxes, at most a dozen, in coordinates of ImGui. Outside these boxes, `data` has the
  /// same pixels as at the last call.
  std::vector<Box> since_last(const ImDrawData& data);

  /// Lets the next call return the whole window: the last frame is lost, or a texture changed.
  void forget() { columns_ = 0; }

 private:
  /// Hashes of one of ImGui's draw lists in the last frame.
  struct DrawnList {
    std::uint64_t whole;
    std::vector<std::uint64_t> tiles;  ///< one for each square of the window
  };

  std::vector<DrawnList> lists_;
  int columns_ = 0, rows_ = 0;  ///< number of squares; 0: nothing is known
};

}  // namespace attn::ui
