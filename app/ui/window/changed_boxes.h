#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Finds where the window differs from the frame before, so that only those boxes are drawn anew: a
/// software renderer takes as long for a frame as its pixels are many.
class ChangedBoxes {
 public:
  /// A few boxes, in ImGui's coordinates, outside of which `data` looks like the `data` of the last
  /// call. They may overlap. What OpenGL draws by itself always counts as changed.
  std::vector<Box> since_last(const ImDrawData& data);

  /// Lets the next call answer the whole window: what was drawn is lost, or a texture changed.
  void forget() { tiles_.clear(); }

 private:
  int columns_ = 0;
  std::vector<std::uint64_t> tiles_;  ///< of each square of the window: what is drawn there
  std::uint64_t drawings_ = 0;        ///< of OpenGL by itself, so far
};

/// Draws what of `data` lies in `box`, into the bound framebuffer, over `background`.
void render_within(ImDrawData& data, const Box& box, ImU32 background);

}  // namespace attn::ui
