#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// A command of one of ImGui's lists. What OpenGL draws by itself counts as one triangle.
struct DrawnCommand {
  Box clip;
  bool is_by_itself;
  std::uint64_t drawn;  ///< the look of what is drawn by itself, else the texture
  unsigned first_vertex, first_index, triangles;

  /// Whether the same triangles would be drawn the same way.
  bool is_like(const DrawnCommand& other) const;
};

/// One of ImGui's lists as it was drawn last.
struct DrawnList {
  std::vector<DrawnCommand> commands{};
  std::vector<ImDrawIdx> indices{};
  std::vector<ImDrawVert> vertices{};
};

/// Finds where the window differs from the frame before, so that only those boxes are drawn anew: a
/// software renderer takes as long for a frame as its pixels are many.
class ChangedBoxes {
 public:
  /// A few boxes, in ImGui's coordinates, outside of which `data` looks like the `data` of the last
  /// call. None lies over another.
  std::vector<Box> since_last(const ImDrawData& data);

  /// Lets the next call answer the whole window: what was drawn is lost, or a texture changed.
  void forget() { columns_ = 0; }

 private:
  std::vector<DrawnList> lists_;
  DrawnList now_;               ///< kept for its memory
  int columns_ = 0, rows_ = 0;  ///< of squares of the window; 0: nothing is known
};

}  // namespace attn::ui
