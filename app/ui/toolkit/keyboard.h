#pragma once

#include <string>
#include <vector>

namespace attn::ui {

/// Key press (or repeat), or typed text.
struct KeyEvent {
  int key = 0;       ///< GLFW's key code; 0 for text
  int mods = 0;      ///< GLFW's modifier bits
  std::string text;  ///< UTF-8, one character

  bool is(int wanted_key, int wanted_mods = 0) const;
};

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

}  // namespace attn::ui
