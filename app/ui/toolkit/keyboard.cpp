#include "app/ui/toolkit/keyboard.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {

bool KeyEvent::is(int wanted_key, int wanted_mods) const {
  constexpr int kModifiers = 0xf;  // Shift, Ctrl, Alt, Super; without lock keys
  return text.empty() && key == wanted_key && (mods & kModifiers) == wanted_mods;
}

bool KeyEvent::is_for_buttons() const {
  constexpr int kOfButtons[] = {GLFW_KEY_TAB, GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER, GLFW_KEY_SPACE};
  return std::ranges::count(kOfButtons, key) > 0 || is(GLFW_KEY_Q, GLFW_MOD_CONTROL);
}

bool Keyboard::take(int key, int mods) {
  const auto found =
      std::ranges::find_if(events_, [&](const KeyEvent& event) { return event.is(key, mods); });
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
  return keys.take(GLFW_KEY_ENTER) || keys.take(GLFW_KEY_KP_ENTER) || keys.take(GLFW_KEY_SPACE);
}

void Focus::move(bool forward) {
  if (stops_.empty()) return;
  const auto now = std::ranges::find(stops_, name_);
  const auto count = static_cast<std::ptrdiff_t>(stops_.size());
  // From nowhere, to the first or the last.
  const std::ptrdiff_t at = now != stops_.end() ? now - stops_.begin() : forward ? -1 : 0;
  name_ = stops_[static_cast<std::size_t>((at + (forward ? 1 : count - 1)) % count)];
  arrives_ = true;
  went_back_ = !forward;
}

bool Focus::end_frame(Keyboard& keys) {
  const bool forward = keys.take(GLFW_KEY_TAB);
  const bool moves = forward || keys.take(GLFW_KEY_TAB, GLFW_MOD_SHIFT);
  if (moves) move(forward);
  stops_.clear();
  return moves;
}

}  // namespace attn::ui
