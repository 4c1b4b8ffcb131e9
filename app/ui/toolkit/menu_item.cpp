#include "app/ui/toolkit/menu_item.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/formulas/formula_text.h"
#include "app/ui/theme/fonts.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

/// Spaces of the given width, as placeholder for text that ImGui cannot set.
std::string room_for(const Theme& theme, float width) {
  const float space = text_size(theme, Face::kBody, " ").x;
  return std::string(static_cast<std::size_t>(std::ceil(width / space)), ' ');
}

float menu_room() { return ImGui::GetIO().DisplaySize.y - ImGui::GetFrameHeight(); }

/// Splits the groups into columns of at most `rows` lines including headings; returns the first
/// group of each column.
std::vector<std::size_t> column_starts(std::span<const SubjectGroup> groups, std::size_t rows) {
  std::vector<std::size_t> starts;
  std::size_t filled = rows;
  for (std::size_t n = 0; n < groups.size(); ++n) {
    const std::size_t lines = groups[n].members.size() + 1;
    if (starts.empty() || filled + lines > rows) {
      starts.push_back(n);
      filled = 0;
    }
    filled += lines;
  }
  return starts;
}

/// Line of an open menu, `name` in the UI map, `beside` at its right end. True when chosen. Unlike
/// ImGui's own, supports any script.
bool menu_line(Ui& ui, const std::string& name, const std::string& label, const char* beside,
               bool enabled, bool checked) {
  ui.theme.need_glyphs(label);
  const bool is_simple_label = is_simple(label);
  const std::string words =
      is_simple_label ? label : room_for(ui.theme, text_size(ui.theme, Face::kBody, label).x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool chosen = ImGui::MenuItem((words + "##" + name).c_str(), beside, checked, enabled);
  ui.map.add(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  if (!is_simple_label) {
    const Palette& palette = ui.theme.colors();
    draw_text(ui.theme, Face::kBody, at, enabled ? palette.text : palette.faint, label);
  }
  return chosen;
}

/// Menu in the menu bar or in a menu.
bool begin_nested_menu(Ui& ui, const char* label) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(10), ui.theme.px(10)});
  limit_menu_height();
  const bool open = ImGui::BeginMenu(label);
  ImGui::PopStyleVar();
  if (!open) {
    ui.map.add("menu." + std::string(label), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
  return open;
}

}  // namespace

bool take_menu_bar_keys(Ui& ui) {
  MenuBarWalk& bar = ui.menu_bar;
  const bool is_asked = ui.keys.take(GLFW_KEY_F10) || ui.keys.take(GLFW_KEY_LEFT_ALT);
  bar.closes = is_asked && bar.open >= 0;
  if (is_asked && bar.open < 0) bar.wanted = 0;
  if (bar.open >= 0 && bar.next > 0) {
    const int by = ui.keys.take(GLFW_KEY_RIGHT) ? 1 : ui.keys.take(GLFW_KEY_LEFT) ? -1 : 0;
    if (by != 0) bar.wanted = (bar.open + by + bar.next) % bar.next;
  }
  bar.open = -1;
  bar.next = 0;
  return bar.wanted >= 0;
}

bool begin_bar_menu(Ui& ui, const char* label) {
  MenuBarWalk& bar = ui.menu_bar;
  const int index = bar.next++;
  if (bar.wanted == index) {
    ImGui::OpenPopup(label);
    bar.wanted = -1;
  }
  if (!begin_nested_menu(ui, label)) return false;
  bar.open = index;
  begin_lines(ui);
  if (std::exchange(bar.closes, false)) ImGui::CloseCurrentPopup();
  return true;
}

bool begin_submenu(Ui& ui, const char* label) {
  const bool open = begin_nested_menu(ui, label);
  if (!open && line_is_pressed(ui, true)) ImGui::OpenPopup(label);
  return open;
}

bool menu_item(Ui& ui, const std::string& name, const std::string& label, const char* beside,
               bool enabled, bool checked) {
  const bool is_clicked = menu_line(ui, "menu." + name, label, beside, enabled, checked);
  return line_is_chosen(ui, enabled) || is_clicked;
}

bool rich_menu_item(Ui& ui, const std::string& name, const std::string& label, const char* beside) {
  if (as_words(label) == label) return menu_item(ui, name, label, beside);
  ui.theme.need_glyphs(label);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string words = room_for(ui.theme, rich_size(ui.theme, Face::kBody, label).x);
  const bool chosen = menu_item(ui, name, words, beside);
  draw_rich(ui.theme, Face::kBody, at, ui.theme.colors().text, label);
  return chosen;
}

void menu_words(Ui& ui, const std::string& words) {
  const Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = text_size(theme, Face::kSmall, words);
  draw_text(theme, Face::kSmall, at, theme.colors().faint, words);
  ImGui::Dummy(size);
}

void limit_menu_height() {
  const float room = std::max(ImGui::GetFrameHeight() * 3, menu_room() - 8);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, room});
}

void menu_columns(Ui& ui, std::span<const SubjectGroup> groups, float width,
                  const std::function<void(std::size_t)>& line) {
  if (groups.empty()) return;
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float gap = ui.theme.px(16);
  const float most = (ImGui::GetIO().DisplaySize.x - gap * 2) / (width + gap);
  // Lines of the menu below the columns.
  constexpr float kBelow = 4;
  std::size_t rows =
      static_cast<std::size_t>(std::max(4.F, std::floor(menu_room() / height) - kBelow));
  std::vector<std::size_t> starts = column_starts(groups, rows);
  while (starts.size() > 1 && static_cast<float>(starts.size()) > most) {
    starts = column_starts(groups, ++rows);
  }
  const int columns = static_cast<int>(starts.size());
  const std::string id(groups.front().label);
  if (!ImGui::BeginTable(id.c_str(), columns, ImGuiTableFlags_SizingFixedFit)) return;
  for (int n = 0; n < columns; ++n) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, width);
  }
  ImGui::TableNextRow();
  for (std::size_t n = 0; n < groups.size(); ++n) {
    if (std::ranges::find(starts, n) != starts.end()) ImGui::TableNextColumn();
    menu_words(ui, std::string(groups[n].label));
    for (const std::size_t member : groups[n].members) line(member);
  }
  ImGui::EndTable();
}

bool begin_dots_menu(Ui& ui, const std::string& name, const Box& button) {
  const Theme& theme = ui.theme;
  const bool is_pressed = button_area(ui, name, button);
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) fill_box(button, theme.colors().hover, theme.px(4));
  const ImVec2 middle((button.min.x + button.max.x) / 2, (button.min.y + button.max.y) / 2);
  const ImU32 color = is_hovered ? theme.colors().query : theme.colors().secondary;
  for (const float n : {-1.F, 0.F, 1.F}) {
    imgui::list()->AddCircleFilled({middle.x + n * 5 * theme.scale(), middle.y},
                                   std::max(1.F, 1.5F * theme.scale()), color, 12);
  }
  return begin_menu(ui, name, is_pressed);
}

bool begin_menu(Ui& ui, const std::string& name, bool opens) {
  if (opens) ImGui::OpenPopup(name.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(10), ui.theme.px(8)});
  const bool is_open = ImGui::BeginPopup(name.c_str());
  ImGui::PopStyleVar();
  if (!is_open) return false;
  begin_lines(ui);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.map.add_over_all(name + ".lines", at, {at.x + size.x, at.y + size.y});
  return true;
}

bool popup_item(Ui& ui, const std::string& name, const std::string& label, const char* beside,
                bool checked) {
  const bool is_clicked = menu_line(ui, name, label, beside, true, checked);
  note_hover(ui, name);
  return line_is_chosen(ui, ui.locked.empty()) || is_clicked;
}

void end_menu() { ImGui::EndPopup(); }

}  // namespace attn::ui
