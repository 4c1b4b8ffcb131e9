#include "app/ui/window/screens.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include <GLFW/glfw3.h>

#include "app/document/files/utf8.h"
#include "app/session/measures/content_scale.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {
namespace {

constexpr int kDefaultWidth = 1440, kDefaultHeight = 900, kTitleBar = 40;  // at content scale 1

/// Rectangle in screen coordinates.
struct ScreenArea {
  int x = 0, y = 0, width = 0, height = 0;

  int shared_with(const ScreenArea& other) const {
    const int across = std::min(x + width, other.x + other.width) - std::max(x, other.x);
    const int down = std::min(y + height, other.y + other.height) - std::max(y, other.y);
    return std::max(0, across) * std::max(0, down);
  }
};

ScreenArea area_of(GLFWmonitor* screen) {
  ScreenArea area;
  glfwGetMonitorPos(screen, &area.x, &area.y);
  if (const GLFWvidmode* const mode = glfwGetVideoMode(screen)) {
    area.width = mode->width;
    area.height = mode->height;
  }
  return area;
}

float scale_of_screen(GLFWmonitor* screen) {
  float x = 1, y = 1;
  if (screen != nullptr) glfwGetMonitorContentScale(screen, &x, &y);
  return std::max(1.F, x);
}

/// Name under which the size of type on a screen is kept: that of the plug, and the resolution.
std::string name_of(GLFWmonitor* screen, const ScreenArea& area) {
  const char* const name = glfwGetMonitorName(screen);
  return valid_utf8(name != nullptr ? name : "screen") + " " + std::to_string(area.width) + "x" +
         std::to_string(area.height);
}

TypeSize type_size_on(GLFWmonitor* screen, float content_scale, const Settings& settings) {
  TypeSize size{.content_scale = content_scale};
  if (screen == nullptr) return size;
  const ScreenArea area = area_of(screen);
  size.screen = name_of(screen, area);
  size.usual = usual_type_size(static_cast<float>(area.width) / content_scale,
                               static_cast<float>(area.height) / content_scale);
  const auto kept = settings.type_sizes.find(size.screen);
  size.percent = kept != settings.type_sizes.end() ? kept->second : size.usual;
  return size;
}

float content_scale(GLFWwindow* window) {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  return std::max(1.F, x);
}

}  // namespace

GLFWmonitor* screen_of(GLFWwindow* window) {
  ScreenArea place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  int count = 0, most = -1;
  GLFWmonitor** const screens = glfwGetMonitors(&count);
  GLFWmonitor* found = nullptr;
  for (int n = 0; n < count; ++n) {
    const int shared = area_of(screens[n]).shared_with(place);
    if (shared <= most) continue;
    most = shared;
    found = screens[n];
  }
  return found;
}

TypeSize first_type_size(const Settings& settings) {
  GLFWmonitor* const screen = glfwGetPrimaryMonitor();
  return type_size_on(screen, scale_of_screen(screen), settings);
}

TypeSize type_size_of(GLFWwindow* window, const Settings& settings) {
  return type_size_on(screen_of(window), content_scale(window), settings);
}

WindowSize first_window_size(const Settings& settings, const TypeSize& size) {
  WindowSize wanted{.width = kDefaultWidth * size.percent / 100,
                    .height = kDefaultHeight * size.percent / 100};
  if (settings.window) wanted = *settings.window;
  GLFWmonitor* const screen = glfwGetPrimaryMonitor();
  if (screen == nullptr) return wanted;
  ScreenArea work;
  glfwGetMonitorWorkarea(screen, &work.x, &work.y, &work.width, &work.height);
  const auto fit = [&](int length, int available, int frame, int least) {
    const auto room = static_cast<int>(static_cast<float>(available) / size.content_scale) - frame;
    return std::max(least, std::min(length, room));
  };
  wanted.width = fit(wanted.width, work.width, 0, kLeastWidth);
  wanted.height = fit(wanted.height, work.height, kTitleBar, kLeastHeight);
  return wanted;
}

void WindowPlace::follow(TypeSize& size, bool fills_screen) {
  const TypeSize now = type_size_of(window_, {});
  // On Wayland the content scale is known only after the window is on the screen.
  if (now.screen != size.screen || now.content_scale != size.content_scale) {
    size = type_size_of(window_, read_settings());
  }
  if (fills_screen) return;
  if (!size_) size_.emplace();
  size_->is_maximized = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0;
  if (size_->is_maximized && size_->width > 0) return;  // the size before is kept
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  const auto unscaled = [&](int pixels) {
    return static_cast<int>(std::lround(static_cast<float>(pixels) / size.content_scale));
  };
  size_->width = unscaled(width);
  size_->height = unscaled(height);
}

void WindowPlace::keep() const {
  try {
    Settings settings = read_settings();
    if (!size_ || settings.window == size_) return;
    settings.window = size_;
    write_settings(settings);
  } catch (const std::exception&) {
  }
}

}  // namespace attn::ui
