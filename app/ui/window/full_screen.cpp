#include "app/ui/window/full_screen.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {

/// Screen with the largest part of the window; null: there is none. Wayland tells no places: there
/// it is the first.
GLFWmonitor* screen_of(int x, int y, int width, int height) {
  int count = 0, most = -1;
  GLFWmonitor** const screens = glfwGetMonitors(&count);
  GLFWmonitor* found = nullptr;
  for (int n = 0; n < count; ++n) {
    const GLFWvidmode* const mode = glfwGetVideoMode(screens[n]);
    if (mode == nullptr) continue;
    int left = 0, top = 0;
    glfwGetMonitorPos(screens[n], &left, &top);
    const int across = std::min(x + width, left + mode->width) - std::max(x, left);
    const int down = std::min(y + height, top + mode->height) - std::max(y, top);
    const int shared = std::max(0, across) * std::max(0, down);
    if (shared > most) {
      most = shared;
      found = screens[n];
    }
  }
  return found;
}

}  // namespace

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
  GLFWmonitor* const screen = screen_of(x_, y_, width_, height_);
  if (screen == nullptr) return;
  const GLFWvidmode& mode = *glfwGetVideoMode(screen);
  glfwSetWindowMonitor(window_, screen, 0, 0, mode.width, mode.height, mode.refreshRate);
  is_full_ = true;
}

}  // namespace attn::ui
