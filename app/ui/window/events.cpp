#include "app/ui/window/events.h"

#include <algorithm>
#include <cfloat>

#include <GLFW/glfw3.h>

#include "app/ui/theme/fonts.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/toolkit/field_text.h"
#include "app/ui/toolkit/keyboard.h"

namespace attn::ui {
namespace {

/// Frames that ImGui needs after an event until the picture is stable.
constexpr int kFramesAfterEvent = 3;

/// Maximal time between presses in seconds.
constexpr double kDoubleClickTime = 0.3;

constexpr int kModifierKeys[] = {GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_KEY_LEFT_SHIFT,
                                 GLFW_KEY_RIGHT_SHIFT,  GLFW_KEY_LEFT_ALT,      GLFW_KEY_RIGHT_ALT,
                                 GLFW_KEY_LEFT_SUPER,   GLFW_KEY_RIGHT_SUPER};
constexpr int kRightAlt = 5;  // index
constexpr int kModifierBits[] = {GLFW_MOD_CONTROL, GLFW_MOD_SHIFT, GLFW_MOD_ALT, GLFW_MOD_SUPER};

/// Pixels of the framebuffer for each of the window's coordinates: more than 1 where the desktop
/// scales them (Wayland).
double pixels_per_coordinate(GLFWwindow* window) {
  int width = 0, pixels = 0;
  glfwGetWindowSize(window, &width, nullptr);
  glfwGetFramebufferSize(window, &pixels, nullptr);
  return width > 0 ? static_cast<double>(pixels) / width : 1;
}

/// Whether ImGui would open its window list: Ctrl+Tab is used for tabs.
bool lists_windows(int key, int action, int mods) {
  return key == GLFW_KEY_TAB && action != GLFW_RELEASE && (mods & GLFW_MOD_CONTROL) != 0;
}

}  // namespace

EventQueue& EventQueue::of(GLFWwindow* window) {
  return *static_cast<EventQueue*>(glfwGetWindowUserPointer(window));
}

void EventQueue::wake() { frames_wanted_ = kFramesAfterEvent; }

void EventQueue::expose() {
  is_exposed_ = true;
  wake();
}

void EventQueue::move() {
  is_moved_ = true;
  wake();
}

void EventQueue::add(Event event) {
  event.time = glfwGetTime();
  events_.push_back(event);
}

void EventQueue::press_or_release(const Event& event) {
  const bool is_press = event.action == GLFW_PRESS;
  buttons_[event.code] = is_press;
  if (!is_press) return;
  const bool is_second = event.time - pressed_at_[event.code] < kDoubleClickTime;
  pressed_at_[event.code] = event.time;
  // ImGui would measure the time between frames.
  ImGui::GetIO().MouseDoubleClickTime = is_second ? FLT_MAX : 0;
}

void EventQueue::press_or_release_modifier(const Event& event) {
  const auto key = std::ranges::find(kModifierKeys, event.code) - std::begin(kModifierKeys);
  if (key < kModifierKeyCount) modifiers_[key] = event.action != GLFW_RELEASE;
  // AltGr is at the same place as the right Alt key, and is no modifier of GLFW's.
  const bool is_right_alt = event.code == GLFW_KEY_RIGHT_ALT;
  const bool is_held = modifiers_[kRightAlt];
  is_alt_gr_ = is_held && (is_right_alt ? is_alt_gr_ : (event.mods & GLFW_MOD_ALT) == 0);
}

int EventQueue::modifiers() const {
  int mods = 0;
  for (int n = 0; n < kModifierKeyCount; ++n) {
    const bool is_held = modifiers_[n] && !(n == kRightAlt && is_alt_gr_);
    mods |= is_held ? kModifierBits[n / 2] : 0;
  }
  return mods;
}

void EventQueue::listen(GLFWwindow* window) {
  glfwSetWindowUserPointer(window, this);
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    of(w).add({Kind::kKey, key, scancode, action, mods});
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned point) {
    of(w).add({Kind::kText, static_cast<int>(point)});
  });
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    const double pixels = pixels_per_coordinate(w);
    of(w).add({Kind::kMove, 0, 0, 0, 0, x * pixels, y * pixels});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    of(w).add({Kind::kButton, button, 0, action, mods});
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    of(w).add({Kind::kScroll, 0, 0, 0, 0, x, y});
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
    of(w).add({Kind::kEnter, entered});
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    of(w).add({Kind::kFocus, focused});
  });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    if (count > 0) of(w).dropped_ = paths[count - 1];
    of(w).wake();
  });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) {
    of(w).expose();
    of(w).move();
  });
  glfwSetWindowPosCallback(window, [](GLFWwindow* w, int, int) { of(w).move(); });
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { of(w).move(); });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).expose(); });
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) { of(w).wake(); });
}

void EventQueue::hand_on_key(GLFWwindow* window, const Event& event, Keyboard& keyboard) {
  const KeyEvent printed = printed_key(event.code, event.scancode, event.mods);
  if (!lists_windows(event.code, event.action, event.mods)) {
    ImGui_ImplGlfw_KeyCallback(window, imgui::key_code(event.code, printed.key), event.scancode,
                               event.action, event.mods);
  }
  if (event.action == GLFW_RELEASE) {
    // Alt alone is a key that goes down and up without another in between.
    if (event.code == GLFW_KEY_LEFT_ALT && last_key_ == GLFW_KEY_LEFT_ALT) {
      keyboard.add({GLFW_KEY_LEFT_ALT, 0, ""});
    }
    return;
  }
  last_key_ = printed.key;
  if (event.code == GLFW_KEY_LEFT_ALT) return;
  // With AltGr a key types another character, and is no shortcut.
  if (!(is_alt_gr_ && event.code <= GLFW_KEY_WORLD_2)) keyboard.add(printed);
}

void EventQueue::hand_on(GLFWwindow* window, const Event& event, Keyboard& keyboard) {
  const auto character = static_cast<char32_t>(event.code);
  std::string typed;
  switch (event.kind) {
    case Kind::kKey:
      hand_on_key(window, event, keyboard);
      break;
    case Kind::kText:
      ImGui_ImplGlfw_CharCallback(window, to_field(character));
      append_character(typed, character);
      keyboard.add({0, 0, typed});
      if (const int key = key_of_sign(character); key != 0 && key != last_key_) {
        keyboard.add({key, 0, ""});
      }
      break;
    case Kind::kButton:
      last_key_ = 0;
      ImGui_ImplGlfw_MouseButtonCallback(window, event.code, event.action, event.mods);
      break;
    case Kind::kScroll:
      ImGui_ImplGlfw_ScrollCallback(window, event.x, event.y);
      break;
    case Kind::kEnter:
      ImGui_ImplGlfw_CursorEnterCallback(window, event.code);
      break;
    case Kind::kFocus:
      last_key_ = 0;
      ImGui_ImplGlfw_WindowFocusCallback(window, event.code);
      break;
    case Kind::kMove:
      break;
  }
}

void EventQueue::feed(GLFWwindow* window, Keyboard& keyboard) {
  // This frame counts as the first of the frames after the event.
  if (!events_.empty()) frames_wanted_ = kFramesAfterEvent - 1;
  bool pressed = false, released = false, button = false, moved = false;
  for (; !events_.empty(); events_.pop_front()) {
    const Event& event = events_.front();
    const bool is_mouse =
        event.kind == Kind::kMove || event.kind == Kind::kButton || event.kind == Kind::kEnter;
    // Text typed after a press is for the pressed control, which listens from the next frame on.
    const bool is_typed = event.kind == Kind::kKey || event.kind == Kind::kText;
    if ((is_mouse || is_typed) && button) break;
    // The end of a drag must be seen in a frame with the button down.
    if (event.kind == Kind::kButton && event.action == GLFW_RELEASE && moved) break;
    moved |= event.kind == Kind::kMove;
    if (event.kind == Kind::kKey) {
      // Keys only go down or only up in a frame: Ctrl must not be released in the frame that sees
      // Ctrl+A.
      const bool is_release = event.action == GLFW_RELEASE;
      if (is_release ? pressed : released) break;
      (is_release ? released : pressed) = true;
      press_or_release_modifier(event);
    }
    button |= event.kind == Kind::kButton;
    if (event.kind == Kind::kMove) mouse_ = event;
    // A drag continues beyond the window's edge.
    const bool is_gone = event.kind == Kind::kEnter && event.code == GLFW_FALSE;
    if (is_gone && std::ranges::count(buttons_, true) == 0) mouse_.x = mouse_.y = -FLT_MAX;
    if (event.kind == Kind::kButton) {
      imgui::place_mouse_for_button(window, mouse_.x, mouse_.y);
      if (event.code < 5) press_or_release(event);
    }
    hand_on(window, event, keyboard);
    // Text typed after Tab is for the next control, which is focused in the next frame.
    if (event.kind == Kind::kKey && event.code == GLFW_KEY_TAB && event.action != GLFW_RELEASE) {
      events_.pop_front();
      break;
    }
  }
  imgui::hold_modifiers(modifiers());
}

void EventQueue::place_mouse(GLFWwindow* window) const {
  imgui::place_mouse(window, mouse_.x, mouse_.y, buttons_);
}

}  // namespace attn::ui
