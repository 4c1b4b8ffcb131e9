#include "app/ui/temperature.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/document/json/numbers.h"
#include "app/document/json/typed_number.h"
#include "app/ui/focus_ring.h"
#include "app/ui/slider_keys.h"

namespace attn::ui {
namespace {

constexpr float kEnd = 0.03F;    // this much of the slider on either side is the end itself
constexpr float kDecades = 2;    // from 1 down, and up
constexpr float kSnap = 0.015F;  // on either side of the middle
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

/// Rounded to three significant digits.
float rounded(double temperature) {
  const double unit = std::pow(10.0, std::floor(std::log10(temperature)) - 2);
  return static_cast<float>(std::round(temperature / unit) * unit);
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

float stepped_temperature(float temperature, float decades) {
  if (temperature == 0) return decades > 0 ? temperature_at(kEnd) : 0;
  if (temperature == kInfinity) return decades < 0 ? temperature_at(1 - kEnd) : kInfinity;
  const double from = std::log10(static_cast<double>(temperature));
  const double to = from + static_cast<double>(decades);
  if (from * to < 0) return 1;
  constexpr double kClose = 1e-3;
  if (decades > 0 && to > kDecades + kClose) return kInfinity;
  if (decades < 0 && to < -kDecades - kClose) return 0;
  return rounded(std::pow(10.0, to));
}

float temperature_at(float place) {
  if (place < kEnd) return 0;
  if (place > 1 - kEnd) return kInfinity;
  if (std::abs(place - 0.5F) < kSnap) return 1;
  const double exponent = (place - 0.5) / (0.5 - kEnd) * kDecades;
  return rounded(std::pow(10.0, exponent));
}

float place_of(float temperature) {
  if (temperature == 0) return 0;
  if (temperature == kInfinity) return 1;
  const float exponent = std::clamp(std::log10(temperature), -kDecades, kDecades);
  return 0.5F + exponent / kDecades * (0.5F - kEnd);
}

std::string temperature_text(float temperature) {
  if (temperature == kInfinity) return "∞";
  if (temperature == 0) return "0";
  if (temperature >= 0.1F && temperature < 10) return fixed(temperature, 2);
  return brief(temperature, 3);
}

std::optional<float> parse_temperature(std::string_view text) {
  if (text == "∞" || text == "inf" || text == "Inf" || text == "infinity") return kInfinity;
  const auto number = typed_number(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<float>(std::abs(*number));
}

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
