#include "app/ui/files/axis_chips.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/document/dumps/dump_axes.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/toolkit/menu_item.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr float kChipGap = 12, kWidestChip = 118, kChipStripe = 5, kChipGrip = 26;  // units

/// Colour of an axis, queries and keys as everywhere, and the label of a link to that reading.
struct AxisLook {
  char letter;
  ImU32 Palette::*color;
  std::string_view reading;
};
constexpr AxisLook kAxisLooks[] = {
    {'l', &Palette::good, "It is layers"},        {'b', &Palette::warning, "It is a batch"},
    {'h', &Palette::value, "It is heads"},        {'q', &Palette::query, "It is queries"},
    {'k', &Palette::key, "It is keys"},           {'s', &Palette::secondary, "It is steps"},
    {'d', &Palette::secondary, "It is the width"}};

const AxisLook& look_of_axis(char letter) {
  return *std::ranges::find(kAxisLooks, letter, &AxisLook::letter);
}

std::string_view axis_name(char letter) {
  const auto found = std::ranges::find(axis_meanings(), letter, &AxisMeaning::letter);
  return found == axis_meanings().end() ? "" : found->name;
}

/// Two columns of dots: the chip can be dragged.
void draw_chip_grip(const Theme& theme, ImVec2 middle) {
  for (const float x : {-2.5F, 2.5F}) {
    for (const float y : {-4.F, 0.F, 4.F}) {
      imgui::list()->AddCircleFilled({middle.x + x * theme.scale(), middle.y + y * theme.scale()},
                                     1.1F * theme.scale(), theme.colors().faint, 8);
    }
  }
}

/// Width of a chip with its grip.
float chip_width(const Theme& theme, DumpAxis axis, bool is_flat) {
  const float length =
      is_flat ? theme.px(6) + text_size(theme, Face::kMonoSmall, std::to_string(axis.length)).x : 0;
  return theme.px(kChipStripe + 11 + kChipGrip) +
         text_size(theme, Face::kMedium, axis_name(axis.letter)).x + length;
}

/// How all chips are drawn.
struct ChipLook {
  bool is_flat = false, has_grips = false;
};

void draw_axis_chip(Ui& ui, const Box& box, DumpAxis axis, ChipLook look, bool is_lit) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float radius = theme.px(5);
  fill_box(box, is_lit ? palette.hover : palette.panel, radius);
  outline_box(box, palette.hairline, radius);
  imgui::list()->AddRectFilled(box.min, {box.min.x + theme.px(kChipStripe), box.max.y},
                               palette.*(look_of_axis(axis.letter).color), radius,
                               ImDrawFlags_RoundCornersLeft);
  const std::string_view name = axis_name(axis.letter);
  const std::string length = std::to_string(axis.length);
  const Box inner = box.columns(box.min.x + theme.px(kChipStripe + 11),
                                box.max.x - theme.px(look.has_grips ? kChipGrip : 6));
  if (look.is_flat) {
    const float end = inner.min.x + text_size(theme, Face::kMedium, name).x;
    cut_text_in(ui, inner, Face::kMedium, palette.text, name);
    text_in(ui, inner.right_of(end + theme.px(6)), Face::kMonoSmall, palette.secondary, length, 0);
  } else {
    const float middle = std::round((box.min.y + box.max.y) / 2);
    cut_text_in(ui, inner.rows(box.min.y + theme.px(4), middle + theme.px(3)), Face::kMedium,
                palette.text, name);
    text_in(ui, inner.rows(middle + theme.px(1), box.max.y - theme.px(3)), Face::kMonoSmall,
            palette.secondary, length, 0);
  }
  if (look.has_grips)
    draw_chip_grip(theme, {box.max.x - theme.px(14), (box.min.y + box.max.y) / 2});
}

/// Menu of the names of an axis, below its chip; returns the chosen letter.
std::optional<char> draw_axis_names(Ui& ui, const std::string& name, const Box& chip, char now,
                                    bool opens) {
  std::optional<char> chosen;
  ImGui::SetNextWindowPos({chip.min.x, chip.max.y + ui.theme.px(3)});
  if (!begin_menu(ui, name, opens)) return chosen;
  for (const AxisMeaning& meaning : axis_meanings()) {
    const std::string line = name + "." + meaning.letter;
    const bool is_now = meaning.letter == now;
    if (popup_item(ui, line, std::string(meaning.name), nullptr, is_now)) chosen = meaning.letter;
  }
  end_menu();
  return chosen;
}

}  // namespace

std::string moved_letter(std::string letters, std::size_t from, std::size_t to) {
  const char letter = letters[from];
  letters.erase(from, 1);
  letters.insert(to, 1, letter);
  return letters;
}

std::string renamed_axis(std::string letters, std::size_t at, char letter) {
  const std::size_t other = letters.find(letter);
  if (other != letters.npos) letters[other] = letters[at];
  letters[at] = letter;
  return letters;
}

std::string reading_label(std::string_view letters, const std::vector<DumpAxis>& axes) {
  std::size_t differing = 0, at = 0;
  for (std::size_t n = 0; n < axes.size() && n < letters.size(); ++n) {
    if (axes[n].letter == letters[n]) continue;
    ++differing;
    at = n;
  }
  if (differing == 1) return std::string(look_of_axis(letters[at]).reading);
  return "Read as " + axes_names(letters);
}

std::optional<std::string> AxisChips::draw(Ui& ui, const Box& line,
                                           const std::vector<DumpAxis>& axes, bool is_flat) {
  const Theme& theme = ui.theme;
  const auto count = static_cast<float>(axes.size());
  const float gap = theme.px(count > 4 ? kChipGap / 2 : kChipGap);
  const float width =
      std::floor(std::min(theme.px(kWidestChip), (line.width() - (count - 1) * gap) / count));
  const auto box_at = [&](std::size_t n) {
    const float left = line.min.x + static_cast<float>(n) * (width + gap);
    return line.columns(left, left + width);
  };
  const ChipLook look{is_flat, std::ranges::all_of(axes, [&](const DumpAxis& axis) {
                        return chip_width(theme, axis, is_flat) <= width;
                      })};
  std::string letters;
  for (const DumpAxis& axis : axes) letters += axis.letter;
  const std::size_t last = axes.size() - 1;
  std::optional<std::string> changed;
  const float mouse = ImGui::GetIO().MousePos.x;
  const std::size_t target = static_cast<std::size_t>(
      clamped((mouse - line.min.x) / (width + gap), 0.F, static_cast<float>(last)));
  if (dragged_ && *dragged_ > last) dragged_.reset();
  const std::string order = dragged_ ? moved_letter(letters, *dragged_, target) : letters;
  for (std::size_t n = 0; n < axes.size(); ++n) {
    const std::string name = "import.axis." + std::to_string(n);
    const Box box = box_at(n);
    const bool is_clicked = hit_area(ui, name, box);
    const bool is_hovered = ImGui::IsItemHovered();
    const bool is_dropped = ImGui::IsItemDeactivated() && dragged_ == n;
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, theme.px(4))) dragged_ = n;
    if (is_dropped) {
      if (target != n) changed = order;
      dragged_.reset();
    }
    const bool is_pressed = has_keyboard(ui, name, box) && Focus::take_press(ui.keys);
    if (ui.focus.is_on(name) && !has_open_list()) {
      const bool left = n > 0 && ui.keys.take(GLFW_KEY_LEFT);
      if (left || (n < last && ui.keys.take(GLFW_KEY_RIGHT))) {
        const std::size_t to = left ? n - 1 : n + 1;
        changed = moved_letter(letters, n, to);
        ui.focus.put_on("import.axis." + std::to_string(to));
      }
    }
    if (!(dragged_ && target == n)) {
      draw_axis_chip(ui, box, {order[n], axes[n].length}, look, is_hovered && !dragged_);
    }
    const bool opens = (is_clicked && !is_dropped && !dragged_) || is_pressed;
    if (const auto chosen = draw_axis_names(ui, name, box, letters[n], opens)) {
      changed = renamed_axis(letters, n, *chosen);
    }
  }
  if (dragged_) {
    const Box slot = box_at(target);
    outline_box(slot, theme.colors().query, theme.px(5));
    const float left = clamped(mouse - width / 2, line.min.x, line.max.x - width);
    draw_axis_chip(ui, slot.columns(left, left + width), {letters[*dragged_], axes[target].length},
                   look, true);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  return changed;
}

}  // namespace attn::ui
