#pragma once

#include <vector>

struct GLFWwindow;

namespace attn::ui {

/// A key that went down (or repeats): GLFW's key code and modifier bits.
struct KeyPress {
  int key = 0;
  int mods = 0;
};

/// The keys that were pressed since the last frame. ImGui's own key interface changed several
/// times between 1.86 and 1.92; GLFW's did not.
class Keyboard {
 public:
  void press(KeyPress press) { presses_.push_back(press); }
  void clear() { presses_.clear(); }

  /// Whether `key` was pressed with just these modifiers. The press is taken: nothing else sees it.
  bool take(int key, int mods = 0);

 private:
  std::vector<KeyPress> presses_;
};

}  // namespace attn::ui
