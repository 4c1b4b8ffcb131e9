#include "app/ui/numbers/number_field.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/session/workspace/slope.h"
#include "app/ui/numbers/gradient_mark.h"
#include "app/ui/numbers/number_interaction.h"
#include "engine/base/numerals.h"

namespace attn::ui {
namespace {

/// One digit with an exponent: "-4e-4", if that is shorter than "-0.0004".
std::string with_power(float value) {
  std::string text = numeral(value, std::chars_format::scientific, 0);
  const std::size_t sign = text.find('e') + 1;
  if (sign + 1 < text.size() && text[sign + 1] == '0') text.erase(sign + 1, 1);
  if (text[sign] == '+') text.erase(sign, 1);
  return text;
}

}  // namespace

void number_field(Ui& ui, Access access, std::string_view name, std::string_view label,
                  const Box& box, float value, const NumberChange& change, NumberSteps steps) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string block(name);
  const Matrix number = Matrix::Constant(1, 1, value);
  const std::vector<std::string> labels = {block};
  const NumberTable table{block, labels, {{block, "", number, true}}};
  NumberInteraction interaction(ui, table);
  interaction.take_left_number();
  if (interaction.has_focus()) ui.focus.put_on(name);
  if (ui.focus.stop(name) && ui.focus.take_arrival()) {
    interaction.focus_end(false);
    ImGui::SetCursorScreenPos(box.min);
    if (!ImGui::IsRectVisible(box.min, box.max)) ImGui::SetScrollHereY(0.5F);
  }
  interaction.take_keys();
  interaction.take_mouse(0, 0, 0, box);

  const bool is_hovered = ImGui::IsItemHovered();
  const bool is_focused = ui.number.is_on(block, 0, 0);
  fill_box(box, is_hovered ? palette.hover : palette.panel, theme.px(5));
  outline_box(box, is_focused ? palette.query : palette.hairline, theme.px(5),
              is_focused ? 1.5F : 1);
  const Box inner = box.columns(box.min.x + theme.px(8), box.max.x - theme.px(4));
  number_in(ui, inner, palette.text, value, inner.width(), 0);
  if (is_focused && ui.number.is_typing()) {
    draw_typing(ui, box);
  } else {
    field_slope(ui, access, name, box);
  }

  for (const NumberEdit& edit : interaction.done.edits) {
    const bool is_dragged = !edit.gesture.empty();
    const double number =
        is_dragged && steps == NumberSteps::kWhole ? std::round(edit.value) : edit.value;
    if (is_dragged && number == static_cast<double>(value)) continue;
    access.propose(name, label, edit.gesture, [&](Scene& scene) { change(scene, number); });
  }
  if (interaction.done.dropped) access.end_gesture();
}

void field_slope(Ui& ui, Access access, std::string_view name, const Box& box) {
  const SeenSlope* seen = seen_slope(access, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  if (seen == nullptr || !seen->slope) return;
  const std::optional<double> slope = slope_of_field(*seen->slope, name);
  ui.map.say(std::string(name) + ".slope", !slope ? "" : *slope > 0 ? "less" : "more");
  if (!slope) return;
  const Box inner{box.min, {box.max.x - ui.theme.px(4), box.max.y - ui.theme.px(5)}};
  corner_slope(ui, inner, *slope, seen->typical, seen->key->raised ? "weight" : "loss");
}

void number_complaint(Ui& ui, Access access, Pen& pen, std::string_view name) {
  const bool is_typing = ui.number.is_typing() && ui.number.is_on(std::string(name), 0, 0);
  const bool complains = is_typing && !ui.number.complaint.empty();
  complaint_line(ui, pen, complains ? &ui.number.complaint : access.notices.complaint(name));
}

FittedNumber fitted_number(float value, float width, const TextWidth& width_of) {
  FittedNumber number;
  // Smaller type is preferred to rounding -1.9 to -2.
  for (const int fewest : {2, 1}) {
    for (const Face face : {Face::kMono, Face::kMonoSmall, Face::kSmall}) {
      for (int digits = 6; digits >= fewest; --digits) {
        number = {with_minus(brief(value, digits)), face};
        if (width_of(face, number.text) <= width) return number;
      }
    }
  }
  const std::string power = with_minus(with_power(value));
  if (width_of(number.face, power) < width_of(number.face, number.text)) number.text = power;
  return number;
}

void number_in(Ui& ui, const Box& box, ImU32 color, float value, float width, float align) {
  // Most numbers reappear in the next frame's tables.
  using FittedKey = std::array<float, 5>;
  static std::array<std::pair<FittedKey, FittedNumber>, 512> kept{};
  const Theme& theme = ui.theme;
  // Widths depend on the type sizes.
  const FittedKey key{value, width, theme.line_height(Face::kMono),
                      theme.line_height(Face::kMonoSmall), theme.line_height(Face::kSmall)};
  auto& [known, number] = kept[(std::bit_cast<std::uint32_t>(value) * 0x9e3779b1U) >> 23U];
  if (known != key) {
    number = fitted_number(value, width, [&](Face face, std::string_view text) {
      return text_size(theme, face, text).x;
    });
    known = key;
  }
  text_in(ui, box, number.face, color, number.text, align);
}

}  // namespace attn::ui
