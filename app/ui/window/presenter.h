#pragma once

struct GLFWwindow;

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "app/gl/base/framebuffer.h"
#include "app/ui/toolkit/box.h"
#include "app/ui/window/changed_boxes.h"

namespace attn::ui {

struct Ui;

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

/// Presents ImGui's draw data and redraws only what changed since the last frame: with software
/// renderers directly into the window, otherwise into a cached picture.
class Presenter {
 public:
  /// The context of `window` must be current throughout.
  explicit Presenter(GLFWwindow* window);

  void show(const Ui& ui, int width, int height);

  /// Invalidates the picture.
  void forget() { changes_.forget(); }

 private:
  /// Software renderers may preserve the back buffer at a swap, which OpenGL does not guarantee:
  /// the first frame tests it. Not on Wayland, where a later frame may get another buffer.
  enum class DrawsTo { kTried, kWindow, kPicture };

  GLFWwindow* window_;
  DrawsTo target_;
  std::unique_ptr<gl::Framebuffer> picture_;
  ChangedBoxes changes_;
  BoxRenderer renderer_;
  std::pair<int, int> size_;
  std::pair<std::size_t, std::size_t> textures_;
  ImU32 background_ = 0;
};

}  // namespace attn::ui
