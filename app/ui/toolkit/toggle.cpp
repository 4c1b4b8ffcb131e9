#include "app/ui/toolkit/toggle.h"

namespace attn::ui {
namespace {

constexpr float kSwitch = 30, kSwitchHeight = 16, kBesideSwitch = 10;  // units
}

float toggle_width(const Theme& theme, std::string_view label) {
  return theme.px(kSwitch + kBesideSwitch) + text_size(theme, Face::kBody, label).x;
}

bool toggle(Ui& ui, std::string_view name, const Box& box, std::string_view label, bool is_on) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box whole = box.left_of(box.min.x + toggle_width(theme, label));
  const bool is_pressed = button_area(ui, name, whole);
  const bool is_hovered = ImGui::IsItemHovered();
  const float half = theme.px(kSwitchHeight) / 2, y = (box.min.y + box.max.y) / 2;
  const Box track{{box.min.x, y - half}, {box.min.x + theme.px(kSwitch), y + half}};
  const ImU32 color = is_on ? palette.query : mix(palette.hairline, palette.faint, 0.45F);
  fill_box(track, is_hovered ? with_alpha(color, 0.85F) : color, half);
  const float x = is_on ? track.max.x - half : track.min.x + half;
  imgui::list()->AddCircleFilled({x, y}, half - theme.px(2), palette.panel, 24);
  text_in(ui, whole.right_of(track.max.x + theme.px(kBesideSwitch)), Face::kBody, palette.text,
          label, 0);
  return is_pressed;
}

}  // namespace attn::ui
