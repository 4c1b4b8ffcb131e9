#pragma once

#include <deque>
#include <vector>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// Part of a command's clip within `box` (whole pixels) with which ImGui's renderer draws the same
/// pixels of `box` as for the whole command. The renderer truncates a clip's origin and size to
/// pixels, so a naive intersection could end one pixel early.
Box clip_within(const Box& clip, const Box& box, const ImDrawData& data);

/// Renders parts of ImGui's draw data: only triangles that reach into them are submitted, all parts
/// at once.
class BoxRenderer {
 public:
  /// Draws the parts of `data` within `boxes` (disjoint) into the bound framebuffer, over
  /// `background`. `data` is unchanged afterwards.
  void render(ImDrawData& data, const std::vector<Box>& boxes, ImU32 background);

 private:
  /// Part of a list within the boxes; replaces the list during drawing.
  struct ListPart {
    ImVector<ImDrawCmd> commands;
    ImVector<ImDrawIdx> indices;
    ImVector<ImDrawVert> vertices;
  };

  void take(const ImDrawData& data, const ImDrawList& list, const std::vector<Box>& boxes,
            ListPart& part);
  void take_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& seen,
                      ListPart& part);

  std::deque<ListPart> parts_;  ///< reused buffers
  std::vector<int> places_;     ///< vertex of the list -> vertex of the part, or kNowhere
  int offset_ = 0;              ///< the part's present vertex offset
};

}  // namespace attn::ui
