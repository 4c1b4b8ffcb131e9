#pragma once

struct GLFWwindow;

namespace attn::ui {

/// Window that fills its screen without a frame, and gets its size and place back afterwards.
class FullScreen {
 public:
  explicit FullScreen(GLFWwindow* window);

  /// Fills the screen that the window is on, or ends that. No effect if it is so already.
  void fill(bool is_full);
  bool is_full() const { return is_full_; }

 private:
  GLFWwindow* window_;
  bool is_full_ = false;
  int x_ = 0, y_ = 0, width_ = 0, height_ = 0;  ///< before, in screen coordinates
};

}  // namespace attn::ui
