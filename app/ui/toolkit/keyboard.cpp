#include "app/ui/toolkit/keyboard.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {

/// Latin letter, digit or sign on the key, as GLFW's code; 0 if there is none.
int printed_on(int key, int scancode) {
  constexpr std::string_view kSigns = "',-./;=[\\]`";
  const char* const name = glfwGetKeyName(key, scancode);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return 0;
  const char sign = name[0];
  if (sign >= 'a' && sign <= 'z') return sign - 'a' + GLFW_KEY_A;
  if (sign == '+') return GLFW_KEY_EQUAL;
  const bool is_known = (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9') ||
                        kSigns.find(sign) != std::string_view::npos;
  return is_known ? sign : 0;
}

bool layout_has_latin_letters() {
  int letters = 0;
  for (int key = GLFW_KEY_A; key <= GLFW_KEY_Z; ++key) {
    const int printed = printed_on(key, 0);
    letters += printed >= GLFW_KEY_A && printed <= GLFW_KEY_Z ? 1 : 0;
  }
  constexpr int kMostLayouts = 13;  // M and some others can be elsewhere
  return letters >= kMostLayouts;
}

}  // namespace

KeyEvent printed_key(int key, int scancode, int mods) {
  if ((mods & GLFW_MOD_CONTROL) != 0) {
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) key += GLFW_KEY_0 - GLFW_KEY_KP_0;
    if (key == GLFW_KEY_KP_ADD) key = GLFW_KEY_EQUAL;
    if (key == GLFW_KEY_KP_SUBTRACT) key = GLFW_KEY_MINUS;
  }
  const bool has_sign = key >= GLFW_KEY_APOSTROPHE && key <= GLFW_KEY_WORLD_2;
  if (!has_sign || !layout_has_latin_letters()) return {key, mods, ""};
  const int printed = printed_on(key, scancode);
  const bool is_digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
  if (is_digit && printed != key && (mods & GLFW_MOD_CONTROL) != 0) mods &= ~GLFW_MOD_SHIFT;
  return {printed != 0 ? printed : key, mods, ""};
}

int key_of_sign(char32_t typed) {
  constexpr std::u32string_view kSigns = U"',-./;=[\\]`";
  return kSigns.find(typed) != std::u32string_view::npos ? static_cast<int>(typed) : 0;
}

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
