#include "app/ui/toolkit/slider_keys.h"

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {

std::optional<SliderKey> slider_key(const KeyEvent& event) {
  for (const int mods : {0, GLFW_MOD_SHIFT, GLFW_MOD_CONTROL}) {
    const bool is_fine = mods == GLFW_MOD_SHIFT, is_coarse = mods == GLFW_MOD_CONTROL;
    if (event.is(GLFW_KEY_LEFT, mods) || event.is(GLFW_KEY_DOWN, mods)) {
      return SliderKey{SliderKey::To::kStep, -1, is_fine, is_coarse};
    }
    if (event.is(GLFW_KEY_RIGHT, mods) || event.is(GLFW_KEY_UP, mods)) {
      return SliderKey{SliderKey::To::kStep, 1, is_fine, is_coarse};
    }
  }
  if (event.is(GLFW_KEY_HOME)) return SliderKey{.to = SliderKey::To::kLow};
  if (event.is(GLFW_KEY_END)) return SliderKey{.to = SliderKey::To::kHigh};
  return std::nullopt;
}

}  // namespace

std::optional<SliderKey> take_slider_key(Keyboard& keys) {
  std::optional<SliderKey> found;
  keys.take_each([&](const KeyEvent& event) {
    if (!found) return (found = slider_key(event)).has_value();
    return false;
  });
  return found;
}

}  // namespace attn::ui
