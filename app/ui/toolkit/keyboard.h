#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::ui {

/// Key press (or repeat), or typed text.
struct KeyEvent {
  int key = 0;       ///< GLFW's key code; 0 for text
  int mods = 0;      ///< GLFW's modifier bits
  std::string text;  ///< UTF-8, one character

  bool is(int wanted_key, int wanted_mods = 0) const;
  /// Returns whether a question leaves the key to its buttons, or to the window that ends.
  bool is_for_buttons() const;
};

/// Key and modifiers of a press, by the sign that the keyboard's layout prints on the key, in
/// GLFW's codes, which are places on a US keyboard: on a French keyboard the key of A, not that of
/// Q. The place counts for keys without a letter, digit or sign of GLFW's, and for layouts without
/// Latin letters. With Ctrl, digits and signs count wherever they are: with Shift, on the numeric
/// pad.
KeyEvent printed_key(int key, int scancode, int mods);
/// GLFW's code of a typed sign, such as "[", for layouts that print it on no key of its own; 0 for
/// letters and digits.
int key_of_sign(char32_t typed);

/// Keyboard events since the last frame, in order. ImGui's key interface changed several times
/// between 1.86 and 1.92 and keeps no order; GLFW's did not change.
class Keyboard {
 public:
  void add(KeyEvent event) { events_.push_back(std::move(event)); }
  void clear() { events_.clear(); }

  /// Whether `key` was pressed with exactly these modifiers; consumes the press.
  bool take(int key, int mods = 0);

  /// Calls `handle` for each event in order; events for which it returns true are consumed.
  template <typename Handle>
  void take_each(Handle handle) {
    std::erase_if(events_, handle);
  }

 private:
  std::vector<KeyEvent> events_;
};

/// Keyboard focus: Tab goes through the controls in drawing order, Shift+Tab backwards.
class Focus {
 public:
  /// Excludes the controls that follow from the focus, or includes them again.
  void lock(bool is_locked) { is_locked_ = is_locked; }
  /// Registers `name` as focusable. Returns whether it has the focus.
  bool stop(std::string_view name);
  /// Whether the last registered control got the focus in this frame; resets.
  bool take_arrival();
  /// Whether the focus moved backwards (Shift+Tab).
  bool went_back() const { return went_back_; }
  /// Whether Enter or Space presses the last registered control.
  static bool take_press(Keyboard& keys);

  const std::string& name() const { return name_; }
  bool is_on(std::string_view name) const { return !name.empty() && name_ == name; }
  /// Sets the focus to a control that was focused by the mouse, and draws its own focus mark.
  void put_on(std::string_view name) { name_ = name; }
  void leave() { name_.clear(); }

  void begin_frame() { stops_.clear(); }
  /// Ends a frame: handles Tab and Shift+Tab. Returns whether the focus moved.
  bool end_frame(Keyboard& keys);

 private:
  void move(bool forward);

  std::string name_;
  bool is_locked_ = false;
  bool arrives_ = false, went_back_ = false;
  std::vector<std::string> stops_;  // focusable controls of this frame
};

}  // namespace attn::ui
