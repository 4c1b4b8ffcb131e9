#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// Command of an ImGui draw list. A GL callback counts as one triangle.
struct DrawnCommand {
  Box clip;
  bool is_by_itself;
  std::uint64_t drawn;  ///< the callback's look, else the texture
  unsigned first_vertex, first_index, triangles;

  /// Whether the same triangles would give the same pixels.
  bool is_like(const DrawnCommand& other) const;
};

/// Draw list of the last frame.
struct DrawnList {
  std::vector<DrawnCommand> commands{};
  std::vector<ImDrawIdx> indices{};
  std::vector<ImDrawVert> vertices{};
};

/// Finds the regions that changed since the last frame, so that only these are redrawn: with
/// software renderers a frame's time is proportional to its pixels.
class ChangedBoxes {
 public:
  /// A few disjoint boxes, in ImGui's coordinates, that contain all differences between `data` and
  /// that of the last call.
  std::vector<Box> since_last(const ImDrawData& data);

  /// Invalidates everything for the next call: the picture was lost, or a texture changed.
  void forget() { columns_ = 0; }

 private:
  std::vector<DrawnList> lists_;
  DrawnList now_;               ///< reused buffer
  int columns_ = 0, rows_ = 0;  ///< of tiles of the window; 0: nothing known
};

}  // namespace attn::ui
