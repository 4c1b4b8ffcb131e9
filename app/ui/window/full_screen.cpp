#include "app/ui/window/full_screen.h"

#include <GLFW/glfw3.h>

#include "app/ui/window/screens.h"

namespace attn::ui {

FullScreen::FullScreen(GLFWwindow* window) : window_(window) {
  // A presentation stays while another window, on another screen, has the keyboard.
  glfwSetWindowAttrib(window, GLFW_AUTO_ICONIFY, GLFW_FALSE);
}

void FullScreen::fill(bool is_full) {
  if (is_full == is_full_) return;
  if (!is_full) {
    is_full_ = false;
    glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
    return;
  }
  glfwGetWindowPos(window_, &x_, &y_);
  glfwGetWindowSize(window_, &width_, &height_);
  GLFWmonitor* const screen = screen_of(window_);
  if (screen == nullptr) return;
  const GLFWvidmode& mode = *glfwGetVideoMode(screen);
  glfwSetWindowMonitor(window_, screen, 0, 0, mode.width, mode.height, mode.refreshRate);
  is_full_ = true;
}

}  // namespace attn::ui
