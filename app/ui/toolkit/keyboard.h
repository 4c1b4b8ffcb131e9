#pragma once

#include <string>
#include <vector>

namespace attn::ui {

/// A key that went down (or repeats), or the text that it typed.
struct KeyEvent {
  int key = 0;       ///< GLFW's key code; 0 for text
  int mods = 0;      ///< GLFW's modifier bits
  std::string text;  ///< UTF-8, one character

  bool is(int wanted_key, int wanted_mods = 0) const;
};

/// What was typed since the last frame, in its order. ImGui's own key interface changed several
/// times between 1.86 and 1.92, and keeps no order; GLFW's did not change.
class Keyboard {
 public:
  void add(KeyEvent event) { events_.push_back(std::move(event)); }
  void clear() { events_.clear(); }

  /// Whether `key` was pressed with just these modifiers. The press is taken: nothing else sees it.
  bool take(int key, int mods = 0);

  /// Hands each event to `handle` in order; those that it answers true for are taken.
  template <typename Handle>
  void take_each(Handle handle) {
    std::erase_if(events_, handle);
  }

 private:
  std::vector<KeyEvent> events_;
};

}  // namespace attn::ui
