#pragma once

#include <optional>

#include "app/document/files/settings.h"

struct GLFWmonitor;
struct GLFWwindow;

namespace attn::ui {

struct TypeSize;

/// Screen with the largest part of the window; null if there is none. Wayland tells no places:
/// there it is the first.
GLFWmonitor* screen_of(GLFWwindow* window);

/// Size of type on the primary screen, before a window opens, and on a window's screen.
TypeSize first_type_size(const Settings& settings);
TypeSize type_size_of(GLFWwindow* window, const Settings& settings);

/// Inner size of a first window in pixels at content scale 1: the last one's, or the default one
/// for that size of type, within the primary screen's work area.
WindowSize first_window_size(const Settings& settings, const TypeSize& size);

/// Follows a window from screen to screen, and keeps its size for the next start.
class WindowPlace {
 public:
  explicit WindowPlace(GLFWwindow* window) : window_(window) {}

  /// Call when the window moved or changed its size. Updates the content scale, and the size of
  /// type where the screen is another one. A window that fills its screen has no size of its own.
  void follow(TypeSize& size, bool fills_screen);
  /// Writes the settings. An error is ignored: the next window has another size.
  void keep() const;

 private:
  GLFWwindow* window_;
  std::optional<WindowSize> size_;
};

}  // namespace attn::ui
