#include "app/ui/files/import_controls.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr float kPartRow = 38, kBetweenPartRows = 6;  // units
constexpr std::size_t kMostPartRows = 4;              // without scrolling

ImU32 tinted_panel(const Palette& palette, ImU32 color, float share) {
  return mix(palette.panel, color, share);
}

/// Name of a part; an array alone in a file has none.
std::string part_name(const DumpPart& part) {
  return part.name.empty() ? "one array" : shown(part.name, 400);
}

void draw_part_row(Ui& ui, const DumpPart& part, const Box& row, bool is_chosen, bool has_radio) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  float left = row.min.x;
  if (has_radio) {
    fill_box(row,
             is_chosen                ? tinted_panel(palette, palette.query, 0.09F)
             : ImGui::IsItemHovered() ? palette.hover
                                      : palette.panel,
             theme.px(6));
    outline_box(row, is_chosen ? palette.query : palette.hairline, theme.px(6));
    const ImVec2 middle(row.min.x + theme.px(20), (row.min.y + row.max.y) / 2);
    imgui::list()->AddCircle(middle, theme.px(7), is_chosen ? palette.query : palette.faint, 32,
                             is_chosen ? theme.px(2) : theme.px(1.4F));
    if (is_chosen) imgui::list()->AddCircleFilled(middle, theme.px(3.5F), palette.query, 24);
    left = row.min.x + theme.px(38);
  }
  const float right = row.max.x - (has_radio ? theme.px(14) : 0);
  const std::string name = part_name(part);
  ui.theme.need_glyphs(name);
  const Face face = is_chosen ? Face::kMonoBold : Face::kMono;
  // The name goes before the words, which keep two fifths.
  const float room = right - left - theme.px(12);
  const float words = std::min(text_size(theme, Face::kSmall, part.words).x,
                               std::max(0.4F * room, room - text_size(theme, face, name).x));
  cut_text_in(ui, row.columns(right - words - 1, right), Face::kSmall, palette.secondary,
              part.words, 1);
  middle_cut_in(ui, row.columns(left, right - words - theme.px(12)), face, palette.text, name);
}

/// Choice of a part by ↑ and ↓, if the list has the focus.
std::size_t walked_part(Ui& ui, std::size_t chosen, std::size_t count) {
  if (chosen < count && ui.keys.take(GLFW_KEY_DOWN)) return std::min(chosen + 1, count - 1);
  if (chosen > 0 && ui.keys.take(GLFW_KEY_UP)) return std::min(chosen, count) - 1;
  return chosen;
}

/// Axes as chosen: letters that cannot be opened, too.
std::vector<DumpAxis> chosen_axes(const ImportOffer& offer) {
  const DumpContents& contents = *offer.contents();
  const std::size_t n = part_called(contents, offer.choice().dump.tensor);
  if (n >= contents.parts.size()) return {};
  const std::vector<Index>& lengths = contents.parts[n].lengths;
  std::string letters = offer.choice().dump.axes;
  if (letters.empty() && offer.outline() != nullptr) {
    for (const DumpAxis& axis : offer.outline()->axes) letters += axis.letter;
  }
  constexpr std::string_view kUsual = "blhqk";
  if (letters.size() != lengths.size()) letters = kUsual.substr(kUsual.size() - lengths.size());
  std::vector<DumpAxis> axes;
  for (std::size_t a = 0; a < lengths.size(); ++a) axes.push_back({letters[a], lengths[a]});
  return axes;
}

/// Label of the link to the other reading of a doubt: "It is layers".
std::string other_label(const DumpDoubt& doubt, const std::vector<DumpAxis>& axes) {
  constexpr std::string_view kOption = "--axes ";
  const std::string_view other = doubt.other;
  if (!other.starts_with(kOption)) return "The other reading";
  return reading_label(other.substr(kOption.size()), axes);
}

}  // namespace

void middle_cut_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text,
                   float align) {
  const Theme& theme = ui.theme;
  std::string fitting(text);
  float width = text_size(theme, face, fitting).x;
  if (width > box.width()) {
    const auto all = static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
    auto kept =
        static_cast<std::size_t>(static_cast<float>(all) * std::max(0.0F, box.width()) / width) + 1;
    for (; kept > 1 && width > box.width(); --kept) {
      fitting = cut_in_middle(text, kept);
      width = text_size(theme, face, fitting).x;
    }
    note_cut(ui, box.min, box.max, text);
  }
  text_in(ui, box, face, color, fitting, align);
}

bool accent_link_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right) {
  const Theme& theme = ui.theme;
  const Box box = line.columns(right - text_size(theme, Face::kMedium, label).x, right);
  right = box.min.x - theme.px(12);
  const bool is_pressed = button_area(ui, name, box);
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  text_in(ui, box, Face::kMedium, with_alpha(theme.colors().query, is_hovered ? 0.75F : 1), label,
          0);
  return is_pressed;
}

void ImportControls::begin(const ImportOffer& offer) {
  const bool has_doubts = offer.outline() != nullptr && !offer.outline()->doubts.empty();
  is_small_ = offer.contents()->parts.size() == 1 && !has_doubts && offer.problem().empty();
}

void ImportControls::paste_tokens(ImportOffer& offer) {
  const char* const text = ImGui::GetClipboardText();
  offer.choose_tokens(text == nullptr ? "" : text);
}

void ImportControls::draw(Ui& ui, ImportOffer& offer, Pen& pen) {
  const ImportOutline* const outline = offer.outline();
  const bool has_arrays = outline == nullptr || outline->has_choice_of_numbers;
  if (has_arrays) {
    draw_parts(ui, offer, pen);
    pen.take(ui.theme.px(kBetweenImportSections));
  }
  draw_axes(ui, offer, pen);
  draw_doubt(ui, offer, pen);
  if (has_arrays && offer.preview() != nullptr) draw_numbers(ui, offer, pen);
  if (outline != nullptr) draw_shown(ui, offer, pen);
  if (offer.preview() == nullptr) return;
  draw_tokens(ui, offer, pen);
  draw_switches(ui, offer, pen);
}

void ImportControls::draw_parts(Ui& ui, ImportOffer& offer, Pen& pen) {
  const Theme& theme = ui.theme;
  const auto& parts = offer.contents()->parts;
  const std::size_t chosen = part_called(*offer.contents(), offer.choice().dump.tensor);
  ui.map.say("import.array", chosen < parts.size() ? part_name(parts[chosen]) : "");
  heading(ui, pen, parts.size() > 1 ? "ARRAYS" : "ARRAY",
          parts.size() > kMostPartRows ? std::to_string(parts.size()) : "");
  if (parts.size() == 1) {
    return draw_part_row(ui, parts.front(), pen.take(theme.px(22)), true, false);
  }
  const float pitch = theme.px(kPartRow + kBetweenPartRows);
  const Box box = pen.take(pitch * static_cast<float>(std::min(parts.size(), kMostPartRows)));
  ui.map.add("import.arrays", box.min, box.max);
  const float whole = pitch * static_cast<float>(parts.size());
  const float bar = whole > box.height() ? ImGui::GetStyle().ScrollbarSize + theme.px(4) : 0;
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("import.parts", {box.width(), box.height()}, false, ImGuiWindowFlags_NoNav);
  const std::size_t before = chosen;
  std::size_t next = chosen;
  if (has_keyboard(ui, "import.arrays", box.above(box.max.y - theme.px(kBetweenPartRows)))) {
    next = walked_part(ui, chosen, parts.size());
  }
  const float scroll = ImGui::GetScrollY();
  const auto first = static_cast<std::size_t>(std::max(0.F, scroll / pitch));
  const std::size_t last =
      std::min(parts.size(), first + static_cast<std::size_t>(box.height() / pitch) + 2);
  for (std::size_t n = first; n < last; ++n) {
    const float top = box.min.y + pitch * static_cast<float>(n) - scroll;
    const Box row{{box.min.x, top}, {box.max.x - bar, top + theme.px(kPartRow)}};
    if (hit_area(ui, "import.array." + std::to_string(n), row)) next = n;
    draw_part_row(ui, parts[n], row, n == chosen, true);
  }
  if (next != before) {
    offer.choose_part(next);
    const float at = pitch * static_cast<float>(next);
    if (at < scroll || at + pitch > scroll + box.height()) {
      ImGui::SetScrollY(clamped(at - pitch, 0.F, std::max(0.F, whole - box.height())));
    }
  }
  ImGui::SetCursorPos({0, whole});
  ImGui::Dummy({1, 0});
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void ImportControls::draw_axes(Ui& ui, ImportOffer& offer, Pen& pen) {
  const std::vector<DumpAxis> axes = chosen_axes(offer);
  if (axes.empty()) return;
  const Theme& theme = ui.theme;
  const bool is_flat = is_small_;
  heading(ui, pen, "AXES", "drag to reorder, click for another name");
  std::string letters;
  for (const DumpAxis& axis : axes) letters += axis.letter;
  ui.map.say("import.axes", letters);
  const Box line = pen.take(theme.px(is_flat ? 32 : 46));
  if (const auto changed = chips_.draw(ui, line, axes, is_flat)) offer.choose_axes(*changed);
  pen.take(theme.px(10));
}

void ImportControls::draw_doubt(Ui& ui, ImportOffer& offer, Pen& pen) const {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const ImportOutline* const outline = offer.outline();
  const bool is_wrong = !offer.problem().empty();
  const bool has_doubt = outline != nullptr && !outline->doubts.empty();
  const std::string words = is_wrong    ? escaped_line(offer.problem())
                            : has_doubt ? "Guessed: " + outline->doubts.front().reason + "."
                                        : "";
  ui.map.say("import.doubt", words);
  if (words.empty()) return void(pen.take(theme.px(kBetweenImportSections - 10)));
  ui.theme.need_glyphs(words);
  const std::string label =
      is_wrong ? "" : other_label(outline->doubts.front(), chosen_axes(offer));
  const float link = label.empty() ? 0 : text_size(theme, Face::kMedium, label).x + theme.px(16);
  const float inset = theme.px(12);
  const float width = pen.width - 2 * inset - link;
  const float height = paragraph_size(theme, Face::kSmall, words, width).y;
  const Box box = pen.take(height + theme.px(18));
  fill_box(box, tinted_panel(palette, palette.warning, 0.12F), theme.px(6));
  outline_box(box, tinted_panel(palette, palette.warning, 0.45F), theme.px(6));
  if (is_wrong) note_message_box(ui, box);
  draw_paragraph(theme, Face::kSmall, {box.min.x + inset, box.min.y + theme.px(9)},
                 mix(palette.warning, palette.text, 0.45F), words, width);
  float right = box.max.x - inset;
  if (!label.empty() && accent_link_before(ui, "import.other", label, box, right)) {
    offer.choose_other(outline->doubts.front());
  }
  pen.take(theme.px(kBetweenImportSections));
}

void ImportControls::draw_numbers(Ui& ui, ImportOffer& offer, Pen& pen) const {
  const Theme& theme = ui.theme;
  const ImportPreview& preview = *offer.preview();
  heading(ui, pen, "NUMBERS");
  const auto labels = texts_of(numbers_kinds(), &NumbersKind::label);
  const bool are_scores = preview.analysed.meaning->are_scores;
  const DumpAs as = preview.analysed.rows.as == DumpAs::kVectors ? DumpAs::kVectors
                    : are_scores                                 ? DumpAs::kScores
                                                                 : DumpAs::kWeights;
  int chosen = index_of(numbers_kinds(), [&](const NumbersKind& kind) { return kind.as == as; });
  const Box line = pen.take(theme.px(kImportControl));
  if (segmented(ui, "import.as", line.min, line.height(), labels, chosen)) {
    offer.choose_numbers(numbers_kinds()[static_cast<std::size_t>(chosen)].as);
  }
  ui.map.say("import.sums", preview.sums);
  const float left = line.min.x + segmented_width(theme, labels) + theme.px(20);
  Box words = line.right_of(left);
  if (text_size(theme, Face::kSmall, preview.sums).x > words.width()) {
    words = pen.take(theme.line_height(Face::kSmall) + theme.px(8));
  }
  cut_text_in(ui, words, Face::kSmall, theme.colors().secondary, preview.sums,
              words.min.x > line.min.x ? 1.F : 0.F);
  pen.take(theme.px(kBetweenImportSections));
}

}  // namespace attn::ui
