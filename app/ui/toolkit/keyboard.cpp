#include "app/ui/toolkit/keyboard.h"

#include <algorithm>

namespace attn::ui {
namespace {
constexpr int kModifiers = 0xf;  // Shift, Ctrl, Alt, Super; without lock keys
}

bool KeyEvent::is(int wanted_key, int wanted_mods) const {
  return text.empty() && key == wanted_key && (mods & kModifiers) == wanted_mods;
}

bool Keyboard::take(int key, int mods) {
  const auto found = std::find_if(events_.begin(), events_.end(),
                                  [&](const KeyEvent& event) { return event.is(key, mods); });
  if (found == events_.end()) return false;
  events_.erase(found);
  return true;
}

}  // namespace attn::ui
