#include "app/ui/panels/temperature.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/session/words/temperature_scale.h"
#include "app/ui/toolkit/focus_ring.h"
#include "app/ui/toolkit/slider_keys.h"

namespace attn::ui {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void draw_track(Ui& ui, const Box& track) {
  const Palette& palette = ui.theme.colors();
  const ImU32 ink = mix(palette.query, palette.text, 0.45F);
  const ImU32 paper = mix(palette.panel, palette.query, 0.12F);
  const float middle = (track.min.x + track.max.x) / 2;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 half = mix(paper, palette.query, 0.62F);
  list->AddRectFilledMultiColor(track.min, {middle, track.max.y}, ink, half, half, ink);
  list->AddRectFilledMultiColor({middle, track.min.y}, track.max, half, paper, paper, half);
}

void draw_marks(Ui& ui, Pen& pen, float track_width) {
  const Palette& palette = ui.theme.colors();
  const Box line = pen.take(ui.theme.line_height(Face::kSmall));
  const Box marks{line.min, {line.min.x + track_width, line.max.y}};
  const float wanted = text_size(ui.theme, Face::kSmall, "0 hard  1 soft  ∞ uniform").x;
  const bool in_words = wanted + ui.theme.px(16) < track_width;
  text_in(ui, marks, Face::kSmall, palette.faint, in_words ? "0 hard" : "0", 0);
  text_in(ui, marks, Face::kSmall, palette.faint, in_words ? "1 soft" : "1", 0.5F);
  text_in(ui, marks, Face::kSmall, palette.faint, in_words ? "∞ uniform" : "∞", 1);
}

float after_wheel(float temperature, float turns) {
  return temperature_at(std::clamp(place_of(temperature) + 0.02F * turns, 0.F, 1.F));
}

void take_keys(Ui& ui, float temperature, TemperatureEdit& edit) {
  while (const auto key = take_slider_key(ui.keys)) {
    const float decades = key->is_fine ? 0.01F : key->is_coarse ? 0.25F : 0.05F;
    const float from = edit.value.value_or(temperature);
    edit.begins |= !goes_on(ui.key_run, "temperature.slider", ImGui::GetTime());
    edit.value = key->to == SliderKey::To::kLow ? 0
                 : key->to == SliderKey::To::kHigh
                     ? kInfinity
                     : stepped_temperature(from, static_cast<float>(key->sign) * decades);
    edit.dragging = true;
  }
}

}  // namespace

TemperatureEdit temperature_slider(Ui& ui, Pen& pen, float temperature) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  TemperatureEdit edit;
  const float entry_width = theme.px(60), height = theme.px(30);
  const Box line = pen.take(height);
  const float knob = theme.px(8);
  const Box area{line.min, {line.max.x - entry_width - theme.px(12), line.max.y}};
  const float y = (area.min.y + area.max.y) / 2;
  const Box track{{area.min.x, y - theme.px(3)}, {area.max.x, y + theme.px(3)}};

  hit_area(ui, "temperature.slider", area);
  const bool is_hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {  // also where it is let go
    const float usable = area.width() - 2 * knob;
    const float place = (ImGui::GetIO().MousePos.x - area.min.x - knob) / usable;
    edit.value = temperature_at(place);
    edit.dragging = true;
  } else if (is_hovered && ImGui::GetIO().MouseWheel != 0) {
    edit.value = after_wheel(temperature, ImGui::GetIO().MouseWheel);
    edit.dragging = true;
  }
  edit.dropped = ImGui::IsItemDeactivated();
  if (has_keyboard(ui, "temperature.slider", area)) take_keys(ui, temperature, edit);

  draw_track(ui, track);
  const float at =
      area.min.x + knob + place_of(edit.value.value_or(temperature)) * (area.width() - 2 * knob);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircleFilled({at, y}, knob, palette.panel, 32);
  list->AddCircle({at, y}, knob, palette.query, 32, is_hovered ? 3.F * theme.scale() : theme.px(2));

  const Box entry{{line.max.x - entry_width, line.min.y}, line.max};
  const TextEdit typed =
      text_field(ui, "temperature", entry, Face::kMono, temperature_text(temperature));
  if (typed.committed) {
    edit.value = parse_temperature(typed.text);
    if (!edit.value) edit.refused = typed.text;
    edit.dropped = true;
  }
  pen.take(theme.px(6));
  draw_marks(ui, pen, area.width());
  return edit;
}

}  // namespace attn::ui
