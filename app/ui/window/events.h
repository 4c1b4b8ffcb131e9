#pragma once

#include <deque>
#include <string>
#include <utility>

struct GLFWwindow;

namespace attn::ui {

class Keyboard;

/// The window's events, kept and handed on so that each frame sees them as they happened. Frames
/// can be slower than hands: a key that went down and up again, or a press and the drag after it,
/// between two frames would be lost or misplaced if only the latest state were looked at.
class EventQueue {
 public:
  /// Takes all of `window`'s events from now on. The queue must outlive the window's use.
  void listen(GLFWwindow* window);

  /// Hands ImGui's backend (and `keyboard`) the events that may be in one frame: no key or button
  /// goes down and up in it, and the mouse stays where a button moved. Whether a press is the
  /// second of a double click is known by when they came, not by the frames that see them.
  void feed(GLFWwindow* window, Keyboard& keyboard);
  /// To be called after the backend's NewFrame.
  void place_mouse(GLFWwindow* window) const;

  /// The file that was dropped onto the window last, once.
  std::string take_dropped() { return std::exchange(dropped_, ""); }

  /// Whether what was drawn in the window may be lost, once: it was covered, or had another size.
  bool take_exposed() { return std::exchange(is_exposed_, false); }

  /// Whether the window has to be drawn: something happened, or is still to be handed on.
  bool wants_frame() const { return frames_wanted_ > 0 || !events_.empty(); }
  void frame_begins() { frames_wanted_ -= frames_wanted_ > 0 ? 1 : 0; }

 private:
  enum class Kind { kKey, kText, kMove, kButton, kScroll, kEnter, kFocus };
  struct Event {
    Kind kind;
    int code = 0, scancode = 0, action = 0, mods = 0;
    double x = 0, y = 0;
    double time = 0;  ///< when it came, in GLFW's seconds
  };

  static constexpr double kLongAgo = -1e9;
  static constexpr int kModifierKeyCount = 8;  ///< Ctrl, Shift, Alt and Super, left and right

  static EventQueue& of(GLFWwindow* window);
  void add(Event event);
  void wake();
  void expose();
  void press_or_release(const Event& event);
  void press_or_release_modifier(const Event& event);
  int modifiers() const;
  static void hand_on(GLFWwindow* window, const Event& event, Keyboard& keyboard);

  std::deque<Event> events_;
  std::string dropped_;
  bool is_exposed_ = false;
  bool buttons_[5] = {};
  bool modifiers_[kModifierKeyCount] = {};
  double pressed_at_[5] = {kLongAgo, kLongAgo, kLongAgo, kLongAgo, kLongAgo};
  Event mouse_{Kind::kMove, 0, 0, 0, 0, -1e9, -1e9};
  int frames_wanted_ = 3;
};

}  // namespace attn::ui
