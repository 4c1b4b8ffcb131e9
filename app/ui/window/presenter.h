#pragma once

#include <memory>
#include <utility>

#include "app/gl/base/framebuffer.h"
#include "app/ui/window/box_renderer.h"
#include "app/ui/window/changed_boxes.h"

struct GLFWwindow;

namespace attn::ui {

struct Ui;

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
  /// the first frame tests it.
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
