#include "app/ui/toolkit/keyboard.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {
constexpr int kModifiers = 0xf;  // Shift, Ctrl, Alt, Super; without lock keys

}  // namespace

bool KeyEvent::is(int wanted_key, int wanted_mods) const {
  return text.empty() && key == wanted_key && (mods & kModifiers) == wanted_mods;
}

bool KeyEvent::is_for_buttons() const {
  for (const int one : {GLFW_KEY_TAB, GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER, GLFW_KEY_SPACE}) {
    if (key == one) return true;
  }
  return is(GLFW_KEY_Q, GLFW_MOD_CONTROL);
}

bool Keyboard::take(int key, int mods) {
  const auto found = std::find_if(events_.begin(), events_.end(),
                                  [&](const KeyEvent& event) { return event.is(key, mods); });
  if (found == events_.end()) return false;
  events_.erase(found);
  return true;
}

bool Focus::stop(std::string_view name) {
  if (is_locked_) return false;
  stops_.emplace_back(name);
  return is_on(name);
}

bool Focus::take_arrival() {
  if (!arrives_ || stops_.empty() || stops_.back() != name_) return false;
  arrives_ = false;
  return true;
}

bool Focus::take_press(Keyboard& keys) {
  if (keys.take(GLFW_KEY_ENTER) || keys.take(GLFW_KEY_KP_ENTER)) return true;
  return keys.take(GLFW_KEY_SPACE);
}

void Focus::move(bool forward) {
  if (stops_.empty()) return;
  const auto now = std::ranges::find(stops_, name_);
  const auto count = static_cast<std::ptrdiff_t>(stops_.size());
  std::ptrdiff_t at = now - stops_.begin();
  if (now == stops_.end()) {
    at = forward ? 0 : count - 1;
  } else {
    at = (at + (forward ? 1 : count - 1)) % count;
  }
  name_ = stops_[static_cast<std::size_t>(at)];
  arrives_ = true;
  went_back_ = !forward;
}

bool Focus::end_frame(Keyboard& keys) {
  bool moved = false;
  if (keys.take(GLFW_KEY_TAB)) {
    move(true);
    moved = true;
  } else if (keys.take(GLFW_KEY_TAB, GLFW_MOD_SHIFT)) {
    move(false);
    moved = true;
  }
  stops_.clear();
  return moved;
}

}  // namespace attn::ui
