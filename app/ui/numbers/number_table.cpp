#include "app/ui/numbers/number_table.h"

#include <algorithm>
#include <cmath>

#include "app/figure/text/visible_text.h"
#include "app/ui/numbers/gradient_mark.h"
#include "app/ui/numbers/number_field.h"
#include "app/ui/numbers/section.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr float kColumnName = 15;

/// `lit`: side of a number that is highlighted as a source.
void draw_cell(Ui& ui, const Box& box, float value, float scale, std::optional<Side> lit,
               bool is_focused) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const ImU32 sign = value < 0 ? palette.key : palette.query;
  const float strength = 0.5F * std::min(1.F, std::abs(value) / scale);
  fill_box(box, lit ? palette.lit : mix(palette.field, sign, strength), theme.px(4));
  const ImU32 ink = !lit ? palette.text : *lit == Side::kKey ? palette.lit_key : palette.query;
  number_in(ui, box, ink, value, box.width() - theme.px(4), 0.5F);
  if (is_focused) {
    outline_box(box, palette.query, theme.px(4), 1.5F);
  }
}

/// Draws a bar below a label, with length by its row's share.
void draw_share(const Ui& ui, const Box& label, float share) {
  const Theme& theme = ui.theme;
  const float length = std::round(label.width() * clamped(share, 0.F, 1.F));
  if (length < 1) return;
  fill_box({{label.min.x, label.max.y - theme.px(4)},
            {label.min.x + length, label.max.y - theme.px(1.5F)}},
           theme.colors().value, theme.px(1));
}

std::optional<Side> lit_side(const Ui& ui, const std::string& block, Index row, Index column) {
  for (const Source& source : ui.highlight.sources()) {
    const bool is_of_block = source.name == block && (source.row || source.column);
    if (is_of_block && source.covers(row, column)) return source.side;
  }
  return std::nullopt;
}

void draw_labels(Ui& ui, const NumberTable& table, const TableLayout& layout, ImVec2 origin,
                 Index first, Index last) {
  const Theme& theme = ui.theme;
  for (Index i = first; i < last; ++i) {
    const bool is_query = table.query_row == i, is_key = table.key_row == i;
    const Palette& palette = theme.colors();
    const ImU32 color = is_query ? palette.query : is_key ? palette.key : palette.text;
    const float y = origin.y + layout.row_y(i);
    Box box{{origin.x + theme.px(10), y},
            {origin.x + layout.label_width - theme.px(6), y + layout.cell_height}};
    if (table.take_label) {
      const ImVec2 end(origin.x + layout.label_width, y + layout.cell_height);
      box = table.take_label(i, {{origin.x, y}, end});
      if (box.width() <= 0) continue;
    }
    if (static_cast<std::size_t>(i) < table.row_shares.size()) {
      draw_share(ui, box, table.row_shares[static_cast<std::size_t>(i)]);
    }
    const Face face = is_query || is_key ? Face::kMedium : Face::kBody;
    const std::string& label = table.labels[static_cast<std::size_t>(i)];
    if (table.are_labels_tex) {
      formula_in(ui, box, face, color, label, 0);
    } else {
      cut_text_in(ui, box, face, color, visible_text(label));
    }
  }
}

/// "x_2" in TeX, in the colour of its quantity.
std::string column_formula(const NumberTable::NumberBlock& block, Index column) {
  std::string name = block.column_prefix;
  if (block.values.cols() > 1) name += "_{" + std::to_string(column) + "}";
  const char letter = block.column_prefix.empty() ? ' ' : block.column_prefix[0];
  const char* ink = letter == 'q'   ? "\\query"
                    : letter == 'k' ? "\\key"
                    : letter == 'v' ? "\\value"
                                    : "\\faint";
  return std::string(ink) + "{" + name + "}";
}

void draw_header(Ui& ui, const NumberTable& table, const TableLayout& layout, ImVec2 origin) {
  const FormulaStyle style{.size = static_cast<double>(kColumnName * ui.theme.scale())};
  const float baseline = origin.y + ui.theme.px(15);
  for (std::size_t b = 0; b < table.blocks.size(); ++b) {
    const NumberTable::NumberBlock& block = table.blocks[b];
    if (block.column_prefix.empty()) continue;
    for (Index j = 0; j < block.values.cols(); ++j) {
      const float x = origin.x + layout.column_x(b, j);
      const Box box{{x, origin.y}, {x + layout.cell_width, origin.y + layout.header_height}};
      if (!ImGui::IsRectVisible(box.min, box.max)) continue;
      WindowFormulas& formulas = ui.theme.formulas();
      const std::string tex = column_formula(block, j);
      const SetFormula& name = formulas.set(tex, style);
      formulas.draw({x + (layout.cell_width - static_cast<float>(name.width)) / 2,
                     baseline - static_cast<float>(name.baseline)},
                    tex, style, ui.theme.colors());
    }
  }
}

/// Range of the rows on the screen.
std::pair<Index, Index> visible_rows(const TableLayout& layout, ImVec2 origin, Index count) {
  const ImDrawList& list = *imgui::list();
  const float pitch = layout.cell_height + layout.gap;
  const float above = list.GetClipRectMin().y - origin.y - layout.header_height;
  const float below = list.GetClipRectMax().y - origin.y - layout.header_height;
  return {clamped<Index>(static_cast<Index>(above / pitch), 0, count),
          clamped<Index>(static_cast<Index>(below / pitch) + 1, 0, count)};
}

/// Draws a bar with a plus, centred in its visible part.
bool handle(Ui& ui, const std::string& name, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_pressed = button_area(ui, name, box);
  const bool is_hovered = ImGui::IsItemHovered();
  fill_box(box, is_hovered ? palette.hover : palette.window, theme.px(4));
  const ImVec2 low = imgui::list()->GetClipRectMin(), high = imgui::list()->GetClipRectMax();
  const float x = std::round((std::max(box.min.x, low.x) + std::min(box.max.x, high.x)) / 2);
  const float y = std::round((std::max(box.min.y, low.y) + std::min(box.max.y, high.y)) / 2);
  const float arm = theme.px(3), half = std::max(1.F, std::round(theme.scale())) / 2;
  const ImU32 color = is_hovered ? palette.query : palette.secondary;
  fill_box({{x - arm - half, y - half}, {x + arm + half, y + half}}, color);
  fill_box({{x - half, y - arm - half}, {x + half, y - half}}, color);
  fill_box({{x - half, y + half}, {x + half, y + arm + half}}, color);
  return is_pressed;
}

/// Draws a handle at the right end of each block that can have more columns; returns the block of
/// the clicked one.
std::optional<std::size_t> column_handles(Ui& ui, const NumberTable& table,
                                          const TableLayout& layout, ImVec2 origin) {
  std::optional<std::size_t> pressed;
  for (std::size_t b = 0; b < table.blocks.size(); ++b) {
    if (!layout.blocks[b].has_handle) continue;
    const float end = origin.x + layout.block_end(b);
    const Box box{{end - layout.handle + layout.gap, origin.y + layout.row_y(0)},
                  {end, origin.y + layout.height - layout.gap}};
    if (handle(ui, table.blocks[b].add_column, box)) pressed = b;
  }
  return pressed;
}

/// Draws the handle below the table, from its labels to the end of the visible part.
bool row_handle(Ui& ui, Pen& pen, const NumberTable& table, const TableLayout& layout) {
  if (table.add_row.empty()) return false;
  pen.take(layout.gap);
  Box box = pen.take(ui.theme.px(12));
  box.max.x = std::min(box.max.x, box.min.x + layout.width);
  const std::string_view before = ui.locked;
  if (before.empty()) lock_controls(ui, table.add_row_locked);
  const bool is_pressed = handle(ui, table.add_row, box);
  lock_controls(ui, before);
  return is_pressed;
}

/// Scrolls to the focused number. Returns its y in the table.
float scroll_to_focus(const Ui& ui, const TableLayout& layout, std::pair<std::size_t, Index> at) {
  const float y = layout.row_y(ui.number.row);
  const float x = layout.column_x(at.first, at.second);
  float scroll = ImGui::GetScrollY();
  if (y < scroll + layout.header_height) {
    scroll = std::max(0.F, y - layout.header_height);
  } else if (y + layout.cell_height > scroll + ImGui::GetWindowHeight()) {
    scroll =
        std::min(ImGui::GetScrollMaxY(), y + 2 * layout.cell_height - ImGui::GetWindowHeight());
  }
  if (scroll != ImGui::GetScrollY()) ImGui::SetScrollY(scroll);
  if (x < ImGui::GetScrollX() ||
      x + layout.cell_width > ImGui::GetScrollX() + ImGui::GetWindowWidth()) {
    ImGui::SetScrollX(x - layout.label_width);
  }
  return y - scroll;
}

/// Scrolls the panel if the focused number, at `y` in `box`, is outside.
void scroll_panel_to(const TableLayout& layout, const Box& box, float y) {
  const ImDrawList& list = *imgui::list();
  const float top = box.min.y + y, low = list.GetClipRectMin().y, high = list.GetClipRectMax().y;
  if (top >= low && top + layout.cell_height <= high) return;
  ImGui::SetScrollFromPosY(top - ImGui::GetWindowPos().y, 0.5F);
}

/// Handles Tab: the table is one stop. Returns whether it has the focus.
bool take_focus(Ui& ui, const NumberTable& table, NumberInteraction& interaction) {
  if (interaction.has_focus()) ui.focus.put_on(table.name);
  const bool has = ui.focus.stop(table.name) && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (ui.focus.take_arrival()) {
    interaction.focus_end(ui.focus.went_back());
  } else if (has && !interaction.has_focus() && Focus::take_press(ui.keys)) {
    interaction.focus_end(false);  // after Esc
  }
  return has;
}

}  // namespace

TableLayout lay_out(const Ui& ui, const NumberTable& table, float room) {
  const Theme& theme = ui.theme;
  TableLayout layout;
  layout.gap = theme.px(2);
  layout.cell_height = theme.px(26);
  layout.header_height = theme.px(22);
  const bool is_narrow = room < theme.px(240);
  layout.handle = theme.px(is_narrow ? 10 : 12) + layout.gap;
  const float beside = theme.px(table.take_label ? 30 : 17);  // gaps, and the button of a token
  const float most = std::round(room * (table.take_label ? 0.4F : 0.36F));
  float label_width = theme.px(44);
  for (const std::string& label : table.labels) {
    const float width =
        table.are_labels_tex
            ? static_cast<float>(
                  theme.formulas().set(label, formula_style(theme, Face::kMedium)).width)
            : text_size(theme, Face::kMedium, visible_text(label)).x;
    label_width = std::max(label_width, width + beside);
    if (label_width > most) break;
  }
  layout.label_width = std::min(label_width, most);
  Index columns = 0;
  const float between = theme.px(is_narrow ? 8 : 10);
  float others = static_cast<float>(table.blocks.size() - 1) * between;
  for (const auto& block : table.blocks) {
    columns += block.values.cols();
    if (!block.add_column.empty()) others += layout.handle;
  }
  const float share =
      (room - layout.label_width - others) / static_cast<float>(std::max<Index>(1, columns));
  // Slightly narrower columns if that avoids scrolling in a narrow panel.
  const bool spares = is_narrow && share - layout.gap >= theme.px(31);
  layout.cell_width =
      std::floor(clamped(share - layout.gap, theme.px(spares ? 31 : 34), theme.px(60)));
  float x = layout.label_width;
  for (const auto& block : table.blocks) {
    const float width =
        static_cast<float>(block.values.cols()) * (layout.cell_width + layout.gap) - layout.gap;
    layout.blocks.push_back({x, width, !block.add_column.empty()});
    layout.width = layout.block_end(layout.blocks.size() - 1);
    x = layout.width + between;
  }
  layout.height = layout.row_y(std::ssize(table.labels));
  return layout;
}

void draw_typing(Ui& ui, const Box& cell) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const NumberFocus& focus = ui.number;
  const ImVec2 size = text_size(theme, Face::kMono, focus.typing.text);
  const Box box = cell.left_of(std::max(cell.max.x, cell.min.x + size.x + theme.px(14)));
  fill_box(box, palette.panel, theme.px(4));
  const ImVec2 at(box.min.x + theme.px(6), box.min.y + (box.height() - size.y) / 2);
  if (focus.typing.all_selected) {
    fill_box({at, {at.x + size.x, at.y + size.y}}, with_alpha(palette.query, 0.2F));
  }
  draw_text(theme, Face::kMono, at, palette.text, focus.typing.text);
  const float caret =
      at.x + text_size(theme, Face::kMono, focus.typing.text.substr(0, focus.typing.caret)).x;
  imgui::list()->AddLine({caret, at.y}, {caret, at.y + size.y}, palette.text, theme.px(1));
  outline_box(box, focus.complaint.empty() ? palette.query : palette.key, theme.px(4), 1.5F);
}

NumberEdits number_table(Ui& ui, Pen& pen, const NumberTable& table, const TableLayout& layout,
                         float max_height) {
  const Theme& theme = ui.theme;
  const bool scrolls_x = layout.width > pen.width + 0.5F;
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float height = std::min(max_height, layout.height + (scrolls_x ? bar : 0));
  const Box box = pen.take(std::max(height, layout.row_y(1)));
  ui.map.add(table.name, box.min, box.max);

  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild(table.name.c_str(), {box.width(), box.height()}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const auto [first, last] = visible_rows(layout, origin, std::ssize(table.labels));
  draw_header(ui, table, layout, origin);
  draw_labels(ui, table, layout, origin, first, last);

  NumberInteraction interaction(ui, table);
  const bool has_keyboard = take_focus(ui, table, interaction);
  interaction.take_left_number();
  interaction.take_keys();
  std::optional<Box> typing;
  for (std::size_t b = 0; b < table.blocks.size(); ++b) {
    const Matrix& values = table.blocks[b].values;
    const float largest = values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff();
    const float scale = largest > 0 ? largest : 1;
    const WideMatrix* slope = table.blocks[b].slope;
    const bool has_slope =
        slope != nullptr && slope->rows() == values.rows() && slope->cols() == values.cols();
    for (Index i = first; i < last; ++i) {
      for (Index j = 0; j < values.cols(); ++j) {
        const ImVec2 at(origin.x + layout.column_x(b, j), origin.y + layout.row_y(i));
        const Box cell{at, {at.x + layout.cell_width, at.y + layout.cell_height}};
        const bool is_focused = ui.number.is_on(table.blocks[b].name, i, j);
        // A dragged cell keeps the mouse when scrolled out of view.
        if (!is_focused && !ImGui::IsRectVisible(cell.min, cell.max)) continue;
        draw_cell(ui, cell, values(i, j), scale, lit_side(ui, table.blocks[b].name, i, j),
                  is_focused);
        if (has_slope) corner_slope(ui, cell, (*slope)(i, j), table.typical_slope, table.slope_of);
        interaction.take_mouse(b, i, j, cell);
        if (ui.number.is_on(table.blocks[b].name, i, j) && ui.number.is_typing()) typing = cell;
      }
    }
  }
  interaction.done.widened = column_handles(ui, table, layout, origin);
  if (typing) draw_typing(ui, *typing);
  std::optional<float> shown_at;
  if (interaction.moved_to) shown_at = scroll_to_focus(ui, layout, *interaction.moved_to);
  ImGui::SetCursorScreenPos({origin.x + layout.width - 1, origin.y + layout.height - 1});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  if (shown_at) scroll_panel_to(layout, box, *shown_at);
  interaction.done.lengthened = row_handle(ui, pen, table, layout);
  if (has_keyboard && !interaction.has_focus()) draw_focus_ring(ui, box);
  for (const auto& block : table.blocks) {
    const bool complains = ui.number.is_typing() && ui.number.block == block.name;
    if (complains && !ui.number.complaint.empty()) complaint_line(ui, pen, &ui.number.complaint);
  }
  pen.take(theme.px(6));
  return std::move(interaction.done);
}

}  // namespace attn::ui
