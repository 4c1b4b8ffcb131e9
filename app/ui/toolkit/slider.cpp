#include "app/ui/toolkit/slider.h"

#include <algorithm>

#include <GLFW/glfw3.h>

#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

void take_keys(Ui& ui, std::string_view name, float place, float step, SliderEdit& edit) {
  while (const auto key = take_slider_key(ui.keys)) {
    const float by = step * static_cast<float>(key->sign) * (key->is_coarse ? 5.F : 1.F);
    const float from = edit.place.value_or(place);
    edit.begins |= !goes_on(ui.key_run, name, ImGui::GetTime());
    edit.place = key->to == SliderKey::To::kLow    ? 0.F
                 : key->to == SliderKey::To::kHigh ? 1.F
                                                   : clamped(from + by, 0.F, 1.F);
  }
}

}  // namespace

SliderEdit slider(Ui& ui, std::string_view name, const Box& area, float place, float step) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float knob = theme.px(7), y = (area.min.y + area.max.y) / 2;
  const float usable = std::max(1.F, area.width() - 2 * knob);
  SliderEdit edit;
  hit_area(ui, name, area);
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {  // including the frame of release
    edit.place = clamped((ImGui::GetIO().MousePos.x - area.min.x - knob) / usable, 0.F, 1.F);
  }
  edit.dropped = ImGui::IsItemDeactivated();
  if (has_keyboard(ui, name, area)) take_keys(ui, name, place, step, edit);

  const float x = area.min.x + knob + clamped(edit.place.value_or(place), 0.F, 1.F) * usable;
  const float half = theme.px(2);
  fill_box(area.rows(y - half, y + half), palette.hairline, half);
  fill_box({{area.min.x, y - half}, {x, y + half}}, palette.query, half);
  imgui::list()->AddCircleFilled({x, y}, knob, palette.panel, 32);
  imgui::list()->AddCircle({x, y}, knob, palette.query, 32,
                           ImGui::IsItemHovered() ? 3.F * theme.scale() : theme.px(2));
  return edit;
}

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
