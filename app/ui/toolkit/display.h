#pragma once

#include <string_view>

#include <GLFW/glfw3.h>

namespace attn::ui {

/// Whether the windows are on Wayland, else on X11. GLFW must be initialised.
inline bool is_on_wayland() {
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
  return glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
#else
  return std::string_view(glfwGetVersionString()).find("Wayland") != std::string_view::npos;
#endif
}

}  // namespace attn::ui
