#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/toolkit/keyboard.h"

namespace attn::ui {

/// Which control has the keyboard: Tab goes from one to the next in the order in which they are
/// drawn, Shift+Tab back.
class Focus {
 public:
  /// The controls that follow can't have it, or can again.
  void lock(bool is_locked) { is_locked_ = is_locked; }
  /// Says that the control `name` can have the keyboard. Answers whether it has.
  bool stop(std::string_view name);
  /// Whether the keyboard came to the control of the last stop() in this frame; once.
  bool take_arrival();
  /// Whether it went there backwards, by Shift+Tab.
  bool went_back() const { return went_back_; }
  /// Whether the control of the last stop() is pressed by Enter or Space.
  static bool take_press(Keyboard& keys);

  const std::string& name() const { return name_; }
  bool is_on(std::string_view name) const { return !name.empty() && name_ == name; }
  /// The control got it by other ways, the mouse say, and shows it itself.
  void put_on(std::string_view name) { name_ = name; }
  void leave() { name_.clear(); }

  void begin_frame() { stops_.clear(); }
  /// Takes Tab and Shift+Tab; the end of a frame. Answers whether the focus moved.
  bool end_frame(Keyboard& keys);

 private:
  void move(bool forward);

  std::string name_;
  bool is_locked_ = false;
  bool arrives_ = false, went_back_ = false;
  std::vector<std::string> stops_;  // of this frame
};

}  // namespace attn::ui
