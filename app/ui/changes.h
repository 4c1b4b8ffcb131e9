#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/ui/widgets.h"

namespace attn::ui {

/// Tells what looks other than in the frame before, so that no more than that is drawn anew: with a
/// software renderer a frame's time is that of its pixels.
class Changes {
 public:
  /// A few boxes, in ImGui's coordinates, outside of which `data` looks as what was asked about
  /// before. They may overlap. What OpenGL draws by itself always counts as changed.
  std::vector<Box> since_last(const ImDrawData& data);

  /// The next answer is all: what was drawn is lost, or a texture's pixels are others.
  void forget() { tiles_.clear(); }

 private:
  int columns_ = 0;
  std::vector<std::uint64_t> tiles_;  ///< of each square of the window: what is drawn there
  std::uint64_t drawings_ = 0;        ///< of OpenGL by itself, so far
};

/// Draws what of `data` lies in `box`, into the bound framebuffer, over `background`.
void render_within(ImDrawData& data, const Box& box, ImU32 background);

}  // namespace attn::ui
