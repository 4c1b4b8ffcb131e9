#pragma once

#include <memory>
#include <utility>

#include "app/gl/base/framebuffer.h"
#include "app/ui/window/box_renderer.h"
#include "app/ui/window/changed_boxes.h"

struct GLFWwindow;

namespace attn::ui {

struct Ui;

/// Puts on the screen what ImGui drew, of which only what changed since the frame before is drawn
/// anew: with a software renderer straight into the window, elsewhere into a kept picture.
class Presenter {
 public:
  /// The context of `window` is current throughout.
  explicit Presenter(GLFWwindow* window);

  void show(const Ui& ui, int width, int height);

  /// What was drawn may be lost.
  void forget() { changes_.forget(); }

 private:
  /// Software may leave the back buffer as it was when it swaps. OpenGL does not promise it: the
  /// first frame tells.
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
