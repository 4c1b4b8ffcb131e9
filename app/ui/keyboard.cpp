#include "app/ui/keyboard.h"

#include <algorithm>

namespace attn::ui {
namespace {
constexpr int kModifiers = 0xf;  // Shift, Ctrl, Alt, Super; not the locks
}

bool Keyboard::take(int key, int mods) {
  const auto found = std::find_if(presses_.begin(), presses_.end(), [&](const KeyPress& press) {
    return press.key == key && (press.mods & kModifiers) == mods;
  });
  if (found == presses_.end()) return false;
  presses_.erase(found);
  return true;
}

}  // namespace attn::ui
