#pragma once

#include <deque>
#include <string>
#include <utility>

struct GLFWwindow;

namespace attn::ui {

class Keyboard;

/// Queue of the window's events, delivered so that each frame sees them in order. Frames can be
/// slower than input: polling the latest state would lose a key press and release, or misplace a
/// drag, between two frames.
class EventQueue {
 public:
  /// Installs callbacks for all events of `window`. The queue must outlive the window's use.
  void listen(GLFWwindow* window);

  /// Delivers the events of one frame to ImGui's backend and `keyboard`: no key or button goes down
  /// and up in one frame, and the mouse stays where a button changed. Double clicks are decided by
  /// the events' times, not by the frames.
  void feed(GLFWwindow* window, Keyboard& keyboard);
  /// Call after the backend's NewFrame.
  void place_mouse(GLFWwindow* window) const;

  /// Last file dropped onto the window, once.
  std::string take_dropped() { return std::exchange(dropped_, ""); }

  /// Whether the window's content may be lost (covered, resized), once.
  bool take_exposed() { return std::exchange(is_exposed_, false); }

  /// Whether the window may be on another screen, or has another content scale, once.
  bool take_moved() { return std::exchange(is_moved_, false); }

  /// Whether a frame is needed: events happened or are queued.
  bool wants_frame() const { return frames_wanted_ > 0 || !events_.empty(); }
  void frame_begins() { frames_wanted_ -= frames_wanted_ > 0 ? 1 : 0; }

 private:
  enum class Kind { kKey, kText, kMove, kButton, kScroll, kEnter, kFocus };
  struct Event {
    Kind kind;
    int code = 0, scancode = 0, action = 0, mods = 0;
    double x = 0, y = 0;
    double time = 0;  ///< time of the event in GLFW's seconds
  };

  static constexpr double kLongAgo = -1e9;
  static constexpr int kModifierKeyCount = 8;  ///< Ctrl, Shift, Alt and Super, left and right

  static EventQueue& of(GLFWwindow* window);
  void add(Event event);
  void wake();
  void expose();
  void move();
  void press_or_release(const Event& event);
  void press_or_release_modifier(const Event& event);
  int modifiers() const;
  void hand_on(GLFWwindow* window, const Event& event, Keyboard& keyboard);
  void hand_on_key(GLFWwindow* window, const Event& event, Keyboard& keyboard);

  std::deque<Event> events_;
  std::string dropped_;
  bool is_exposed_ = false;
  bool is_moved_ = true;
  bool buttons_[5] = {};
  bool modifiers_[kModifierKeyCount] = {};
  bool is_alt_gr_ = false;  ///< whether the right Alt key is held, and types other characters
  int last_key_ = 0;        ///< that went down, as printed
  double pressed_at_[5] = {kLongAgo, kLongAgo, kLongAgo, kLongAgo, kLongAgo};
  Event mouse_{Kind::kMove, 0, 0, 0, 0, -1e9, -1e9};
  int frames_wanted_ = 3;
};

}  // namespace attn::ui
