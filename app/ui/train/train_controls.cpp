#include "app/ui/train/train_controls.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {

bool fold_heading(Ui& ui, Pen& pen, std::string_view name, std::string_view text,
                  std::string_view hint, bool opens, FoldedParts& by_hand) {
  const Theme& theme = ui.theme;
  const bool is_open = opens != by_hand.contains(name);
  const float arrow = theme.px(14), width = pen.width;
  const Box line{pen.at, {pen.at.x + width, pen.at.y + theme.line_height(Face::kCaption)}};
  if (button_area(ui, name, line)) {
    const auto found = by_hand.find(name);
    if (found == by_hand.end()) {
      by_hand.emplace(name);
    } else {
      by_hand.erase(found);
    }
  }
  const Palette& palette = theme.colors();
  const ImU32 color = ImGui::IsItemHovered() ? palette.query : palette.secondary;
  const float x = line.max.x - theme.px(5), y = (line.min.y + line.max.y) / 2, s = theme.px(4);
  if (is_open) {
    imgui::list()->AddTriangleFilled({x - s, y - s / 2}, {x + s, y - s / 2}, {x, y + s / 2}, color);
  } else {
    imgui::list()->AddTriangleFilled({x - s / 2, y - s}, {x + s / 2, y}, {x - s / 2, y + s}, color);
  }
  pen.width -= arrow;
  fitting_heading(ui, pen, text, hint);
  pen.width = width;
  ui.map.say(name, is_open ? "open" : "folded");
  return is_open;
}

Box control_line(Ui& ui, Pen& pen, std::string_view label, float needed) {
  const Theme& theme = ui.theme;
  const float names = std::min(theme.px(104), std::round(pen.width * 0.46F));
  if (pen.width - names < needed) {
    const Box above = pen.take(theme.line_height(Face::kSmall) + theme.px(2));
    text_in(ui, above, Face::kSmall, theme.colors().secondary, label, 0);
    const Box whole = pen.take(theme.px(26));
    pen.take(theme.px(7));
    return whole;
  }
  const Box line = pen.take(theme.px(26));
  pen.take(theme.px(7));
  const bool is_narrow = text_size(theme, Face::kBody, label).x > names - theme.px(4);
  text_in(ui, line.left_of(line.min.x + names), is_narrow ? Face::kSmall : Face::kBody,
          theme.colors().secondary, label, 0);
  return line.right_of(line.min.x + names);
}

bool choice_line(Ui& ui, Pen& pen, std::string_view name, std::string_view label,
                 std::span<const std::string_view> labels, int& chosen) {
  const Theme& theme = ui.theme;
  const auto at = static_cast<std::size_t>(chosen);
  const float words = at < labels.size() ? text_size(theme, Face::kBody, labels[at]).x : 0;
  const Box line = control_line(ui, pen, label, choice_width(theme, words));
  return choice(ui, name, line, labels, chosen);
}

int stepper(Ui& ui, const std::string& name, const Box& box, const std::string& shown) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float side = theme.px(28), middle = theme.px(38);
  const Box whole = box.left_of(box.min.x + 2 * side + middle);
  int by = 0;
  const auto button = [&](const char* end, const Box& part, const char* sign, int step) {
    if (button_area(ui, name + end, part)) by = step;
    const ImU32 color = ImGui::IsItemHovered() ? palette.query : palette.text;
    text_in(ui, part, Face::kBody, color, sign, 0.5F);
  };
  button(".less", whole.left_of(whole.min.x + side), "−", -1);
  button(".more", whole.right_of(whole.max.x - side), "+", 1);
  outline_box(whole, palette.hairline, theme.px(5));
  for (const float x : {whole.min.x + side, whole.max.x - side}) {
    imgui::list()->AddLine({x, whole.min.y}, {x, whole.max.y}, palette.hairline);
  }
  text_in(ui, whole.columns(whole.min.x + side, whole.max.x - side), Face::kMono, palette.text,
          shown, 0.5F);
  ui.map.say(name, shown);
  return by;
}

bool number_choice(Ui& ui, const std::string& name, const Box& box,
                   const std::vector<std::string>& labels, int& chosen) {
  const std::vector<std::string_view> views(labels.begin(), labels.end());
  return segmented_or_list(ui, name, box, views, chosen);
}

TypedSetting log_control(Ui& ui, const std::string& name, const Box& box, double value, double low,
                         double high, const TypedBounds& typed) {
  const Theme& theme = ui.theme;
  const float field = theme.px(box.width() < theme.px(140) ? 52 : 66);
  const Box line = box.left_of(box.max.x - field - theme.px(8));
  const double span = std::log(high / low);
  const double place = value <= 0 ? 0 : clamped(std::log(value / low) / span, 0.0, 1.0);
  const SliderEdit moved = slider(ui, name, line, static_cast<float>(place), 1.F / 40);
  TypedSetting result;
  if (moved.place && std::abs(static_cast<double>(*moved.place) - place) > 1e-4) {
    const double at = static_cast<double>(*moved.place);
    const double exact = low * std::exp(at * span);
    // Round to two significant digits.
    const double unit = std::pow(10, std::floor(std::log10(exact)) - 1);
    result.number = typed.has_zero && at < 0.005 ? 0.0 : std::round(exact / unit) * unit;
  }
  const Box number = box.right_of(box.max.x - field);
  fill_box(number, theme.colors().field, theme.px(5));
  const std::string shown = brief(value, 3);
  const TextEdit edit =
      text_field(ui, name + ".number", number, Face::kMonoSmall, shown, OnClick::kSelectAll);
  if (edit.committed && edit.text != shown) result = read_typed(edit.text, typed);
  ui.map.say(name, shown);
  return result;
}

}  // namespace attn::ui
