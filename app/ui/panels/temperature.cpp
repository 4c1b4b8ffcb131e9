#include <algorithm>
#include <cmath>
#include <limits>

#include "app/document/numbers/numbers.h"
#include "app/session/measures/temperature_scale.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/slider.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void draw_track(Ui& ui, const Box& track) {
  const Palette& palette = ui.theme.colors();
  const ImU32 ink = mix(palette.query, palette.text, 0.45F);
  const ImU32 paper = mix(palette.panel, palette.query, 0.12F);
  const float middle = (track.min.x + track.max.x) / 2;
  ImDrawList* list = imgui::list();
  const ImU32 half = mix(paper, palette.query, 0.62F);
  const float end = track.height() / 2;  // rounded end
  const ImVec2 low(track.min.x + end, track.max.y), high(track.max.x - end, track.min.y);
  list->AddRectFilled(track.min, low, ink, end, ImDrawFlags_RoundCornersLeft);
  list->AddRectFilled(high, track.max, paper, end, ImDrawFlags_RoundCornersRight);
  list->AddRectFilledMultiColor({low.x, track.min.y}, {middle, track.max.y}, ink, half, half, ink);
  list->AddRectFilledMultiColor({middle, track.min.y}, {high.x, track.max.y}, half, paper, paper,
                                half);
}

void draw_marks(Ui& ui, Pen& pen, float track_width) {
  const Palette& palette = ui.theme.colors();
  const Face face = ui.theme.appearance().presenting ? Face::kBody : Face::kSmall;
  const Box line = pen.take(ui.theme.line_height(face));
  const Box marks = line.left_of(line.min.x + track_width);
  const float wanted = text_size(ui.theme, face, "0 hard  1  uniform ∞").x;
  const bool in_words = wanted + ui.theme.px(16) < track_width;
  text_in(ui, marks, face, palette.secondary, in_words ? "0 hard" : "0", 0);
  text_in(ui, marks, face, palette.secondary, "1", 0.5F);
  text_in(ui, marks, face, palette.secondary, in_words ? "uniform ∞" : "∞", 1);
}

/// Draws "T = 1" and a description.
void present_temperature(Ui& ui, Pen& pen, float temperature) {
  const Theme& theme = ui.theme;
  const std::string number =
      std::isinf(temperature) ? "\\infty" : brief(static_cast<double>(temperature), 3);
  const std::string tex = "T = " + number;
  const FormulaStyle style{.size = static_cast<double>(23 * theme.scale()),
                           .bar = static_cast<double>(std::round(theme.scale()))};
  const SetFormula& formula = theme.formulas().set(tex, style);
  const Box line = pen.take(theme.px(34));
  const float baseline = line.max.y - theme.px(8);
  theme.formulas().draw({line.min.x, baseline - static_cast<float>(formula.baseline)}, tex, style,
                        theme.colors());
  const Box words{{line.min.x + static_cast<float>(formula.width) + theme.px(8),
                   baseline - theme.line_height(Face::kBody)},
                  {line.max.x, baseline + theme.px(3)}};
  cut_text_in(ui, words, Face::kBody, theme.colors().secondary, "temperature", 1);
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

/// Position and size of the slider.
struct SliderPlace {
  Box area;
  std::optional<Box> entry;  ///< box of the number, if it can be typed
  float half_track, knob;
};

TemperatureEdit temperature_control(Ui& ui, const SliderPlace& place, float temperature) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box& area = place.area;
  TemperatureEdit edit;
  const float knob = place.knob;
  const float y = (area.min.y + area.max.y) / 2;
  const Box track = area.rows(y - place.half_track, y + place.half_track);

  hit_area(ui, "temperature.slider", area);
  const bool is_hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {  // also in the frame of the release
    const float usable = area.width() - 2 * knob;
    const float at = (ImGui::GetIO().MousePos.x - area.min.x - knob) / usable;
    edit.value = temperature_at(at);
    edit.dragging = true;
  } else if (is_hovered && ImGui::GetIO().MouseWheel != 0) {
    const float turned = place_of(temperature) + 0.02F * ImGui::GetIO().MouseWheel;
    edit.value = temperature_at(clamped(turned, 0.F, 1.F));
    edit.dragging = true;
  }
  edit.dropped = ImGui::IsItemDeactivated();
  if (has_keyboard(ui, "temperature.slider", area)) take_keys(ui, temperature, edit);

  draw_track(ui, track);
  const float at =
      area.min.x + knob + place_of(edit.value.value_or(temperature)) * (area.width() - 2 * knob);
  imgui::list()->AddCircleFilled({at, y}, knob, palette.panel, 32);
  imgui::list()->AddCircle({at, y}, knob, palette.query, 32,
                           is_hovered ? 3.F * theme.scale() : theme.px(2));

  if (place.entry) {
    const TextEdit typed = text_field(ui, "temperature", *place.entry, Face::kMono,
                                      temperature_text(temperature), OnClick::kSelectAll);
    if (typed.committed) {
      edit.value = parse_temperature(typed.text);
      if (!edit.value) edit.refused = typed.text;
      edit.dropped = true;
    }
  }
  return edit;
}

/// Draws marks under the ends and the middle of a track.
void draw_stage_marks(Ui& ui, const Box& marks) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float tick = theme.px(6);
  for (const float share : {0.F, 0.5F, 1.F}) {
    const float x = std::round(marks.min.x + share * (marks.width() - theme.px(1)));
    imgui::list()->AddLine({x, marks.min.y}, {x, marks.min.y + tick}, palette.faint, theme.px(1));
  }
  const Box words = marks.below(marks.min.y + tick);
  const bool is_short = marks.width() < theme.px(170);
  text_in(ui, words, Face::kBody, palette.secondary, is_short ? "0" : "0 hard", 0);
  text_in(ui, words, Face::kBody, palette.secondary, "1", 0.5F);
  text_in(ui, words, Face::kBody, palette.secondary, is_short ? "∞" : "uniform ∞", 1);
}

}  // namespace

TemperatureEdit temperature_slider(Ui& ui, Pen& pen, float temperature) {
  const Theme& theme = ui.theme;
  TemperatureEdit edit;
  Box area;
  if (theme.appearance().presenting) {
    present_temperature(ui, pen, temperature);
    area = pen.take(theme.px(30));
    edit = temperature_control(
        ui, {area, std::nullopt, std::round(4.6F * theme.scale()), 13.F * theme.scale()},
        temperature);
  } else {
    const float entry_width = theme.px(60);
    const Box line = pen.take(theme.px(30));
    area = line.left_of(line.max.x - entry_width - theme.px(12));
    const Box entry = line.right_of(line.max.x - entry_width);
    edit = temperature_control(ui, {area, entry, theme.px(3), theme.px(8)}, temperature);
    edit.entry = entry;
  }
  pen.take(theme.px(6));
  draw_marks(ui, pen, area.width());
  return edit;
}

void change_temperature(Access access, const TemperatureEdit& edit) {
  if (edit.begins) access.end_gesture();
  if (edit.value && *edit.value != access->scene().normalizer.temperature) {
    access.propose("temperature", "Change the temperature", edit.dragging ? "temperature" : "",
                   [&](Scene& scene) { scene.normalizer.temperature = *edit.value; });
  }
  if (edit.dropped) access.end_gesture();
  if (edit.refused.empty()) return;
  access.notices.complain("temperature",
                          "expected a number ≥ 0 or \"inf\", found \"" + edit.refused + "\"");
}

void stage_temperature(Ui& ui, Access access, const Box& room, const Box& matrix) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float entry_width = theme.px(76), gap = theme.px(16), height = theme.px(38);
  // As wide as the matrix, if the number fits next to it.
  const float left = std::max(matrix.min.x, room.min.x + entry_width + gap + theme.px(24));
  const float right = std::min(std::max(matrix.max.x, left + theme.px(160)), room.max.x);
  const float y = room.min.y + theme.px(38);
  const Box area{{left, y - height / 2}, {right, y + height / 2}};
  const Box entry = area.columns(left - gap - entry_width, left - gap);
  const bool is_locked = access->locks({"temperature"});
  lock_controls(ui, is_locked ? access->locked_words() : std::string_view{});
  const TemperatureEdit edit = temperature_control(ui, {area, entry, theme.px(5), theme.px(14)},
                                                   access->scene().normalizer.temperature);
  lock_controls(ui, {});
  change_temperature(access, edit);
  rich_in(ui, area.columns(room.min.x, entry.min.x - theme.px(12)), Face::kText, palette.text,
          "$T$", 1);
  const Box below{{room.min.x, area.max.y + theme.px(2)},
                  {entry.max.x, area.max.y + theme.px(2) + theme.line_height(Face::kBody)}};
  constexpr std::string_view kLocked[] = {"temperature, locked", "locked"};
  const bool has_room = text_size(theme, Face::kBody, kLocked[0]).x <= below.width();
  const std::string_view words = !is_locked ? "temperature" : kLocked[has_room ? 0 : 1];
  text_in(ui, below, Face::kBody, palette.secondary, words, 1);
  draw_stage_marks(ui, {{left, area.max.y - theme.px(4)}, {right, below.max.y}});
  if (const std::string* complaint = access.notices.complaint("temperature")) {
    Pen pen{{left, below.max.y}, right - left};
    complaint_line(ui, pen, complaint);
  }
}

}  // namespace attn::ui
