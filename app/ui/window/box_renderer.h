#pragma once

#include <deque>
#include <vector>

#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// What of a command's clip lies in `box`, which has whole pixels: a clip with which ImGui's
/// renderer draws the pixels of `box` that it draws of the command as a whole. It cuts off what is
/// less than a pixel from where a clip begins and from its size, so that a part that began between
/// two pixels would end one too early.
Box clip_within(const Box& clip, const Box& box, const ImDrawData& data);

/// Draws parts of what ImGui drew. Only the triangles that reach into them are handed to OpenGL,
/// all parts at once.
class BoxRenderer {
 public:
  /// Draws what of `data` lies in `boxes`, none of which lies over another, into the bound
  /// framebuffer, over `background`. `data` is as before afterwards.
  void render(ImDrawData& data, const std::vector<Box>& boxes, ImU32 background);

 private:
  /// What of a list lies in the boxes: in its place while it is drawn.
  struct ListPart {
    ImVector<ImDrawCmd> commands;
    ImVector<ImDrawIdx> indices;
    ImVector<ImDrawVert> vertices;
  };

  void take(const ImDrawData& data, const ImDrawList& list, const std::vector<Box>& boxes,
            ListPart& part);
  void take_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& seen,
                      ListPart& part);

  std::deque<ListPart> parts_;  ///< kept for their memory
  std::vector<int> places_;     ///< of the list's vertices among the part's; kNowhere
  int offset_ = 0;              ///< the part's vertex that its indices count from now
};

}  // namespace attn::ui
