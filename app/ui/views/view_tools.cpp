#include "app/ui/views/view_tools.h"

#include <utility>

#include <GLFW/glfw3.h>

#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/menu_item.h"

namespace attn::ui {
namespace {

constexpr float kDots = 30, kToolGap = 10;

/// Menu entries for colour range, colour map, and numbers in the cells.
void color_lines(Ui& ui, Access access, const ViewTools& tools) {
  ViewState& view = access.look.view;
  if (tools.has_numbers && popup_item(ui, "numbers", "Numbers in cells", nullptr, view.numbers)) {
    view.numbers = !view.numbers;
  }
  if (tools.span) {
    menu_words(ui, "Colour range");
    const std::string_view chosen =
        view.options.range.empty() ? tools.usual_range : std::string_view(view.options.range);
    const std::string_view now = range_kind(chosen, *tools.span).id;
    for (const RangeKind& kind : range_kinds()) {
      if (!kind.is_for_all && *tools.span != NumberSpan::kShares) continue;
      if (popup_item(ui, "range." + std::string(kind.id), std::string(kind.in_list), nullptr,
                     kind.id == now) &&
          kind.id != now) {
        view.options.range = kind.id == tools.usual_range ? std::string_view() : kind.id;
      }
    }
  }
  if (tools.colormap == nullptr) return;
  menu_words(ui, "Colours");
  for (const Colormap& map : colormaps()) {
    if (popup_item(ui, "colormap." + std::string(map.id), std::string(map.label), nullptr,
                   map.id == tools.colormap->id)) {
      view.colormap = map.id;
    }
  }
}

bool has_colors(const ViewTools& tools) {
  return tools.has_numbers || tools.span || tools.colormap != nullptr;
}

/// Clickable word that ends at `right`, which moves before it.
bool bar_word(Ui& ui, std::string_view name, std::string_view word, const Box& bar, float& right,
              bool is_on) {
  const Theme& theme = ui.theme;
  const float width = text_size(theme, Face::kBody, word).x + theme.px(2 * 6);
  const float middle = (bar.min.y + bar.max.y) / 2, half = theme.px(14);
  const Box box{{right - width, middle - half}, {right, middle + half}};
  right = box.min.x;
  const bool is_clicked = button_area(ui, name, box);
  const Palette& palette = theme.colors();
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) {
    fill_box(box, palette.hover, theme.px(5));
  }
  text_in(ui, box, is_on ? Face::kMedium : Face::kBody,
          is_on || is_hovered ? palette.query : palette.secondary, word, 0.5F);
  return is_clicked;
}

}  // namespace

std::string_view view_tools(Ui& ui, Access access, const std::optional<Box>& bar,
                            const ViewTools& tools, bool opens_legend) {
  std::string_view clicked;
  const Theme& theme = ui.theme;
  if (has_colors(tools) && begin_menu(ui, "legend.menu", opens_legend)) {
    color_lines(ui, access, tools);
    end_menu();
  }
  if (!bar) return clicked;
  const bool has_menu = !tools.own.empty() || has_colors(tools);
  const float middle = (bar->min.y + bar->max.y) / 2, half = theme.px(14);
  const Box dots{{bar->max.x - theme.px(kDots), middle - half}, {bar->max.x, middle + half}};
  float right = dots.min.x - theme.px(2);
  if (bar_word(ui, "export", "Export", *bar, right, false)) clicked = "export";
  if (!tools.running.empty()) {
    right -= theme.px(kToolGap / 2);
    if (bar_word(ui, tools.running, tools.running_label, *bar, right, true)) {
      clicked = tools.running;
    }
  }
  if (!has_menu || !begin_dots_menu(ui, "view.menu", dots)) return clicked;
  for (const ViewTool& tool : tools.own) {
    const std::string_view before = ui.locked;
    if (before.empty()) lock_controls(ui, tool.locked);
    if (popup_item(ui, std::string(tool.name), tool.label, tool.keys)) clicked = tool.name;
    lock_controls(ui, before);
  }
  if (!tools.own.empty() && has_colors(tools)) ImGui::Separator();
  color_lines(ui, access, tools);
  end_menu();
  return clicked;
}

float view_tools_width(const Theme& theme) {
  return text_size(theme, Face::kBody, "Export").x + theme.px(kDots + kToolGap + 2 * 6 + 2);
}

const Colormap& chosen_colormap(const Workspace& workspace, std::string_view own) {
  const Colormap* map = find_colormap(workspace.look.view.colormap);
  return map != nullptr ? *map : *find_colormap(own);
}

void take_export(Ui& ui, Access access, std::string_view clicked, std::string_view view,
                 std::shared_ptr<const Evaluation> evaluation) {
  if (std::exchange(access.look.wants_panel, false) ||
      ui.keys.take(GLFW_KEY_E, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) {
    access.look.panel_wish = {std::string(view), evaluation, {}};
  }
  const bool is_copied = takes_picture_copy(ui, access.look);
  const bool is_asked = std::exchange(access.look.wants_export, false);
  if (clicked != "export" && !is_asked && !is_copied &&
      !ui.keys.take(GLFW_KEY_E, GLFW_MOD_CONTROL)) {
    return;
  }
  access.look.export_wish = {std::string(view), std::move(evaluation), {}, is_copied};
}

bool takes_picture_copy(Ui& ui, Look& look) {
  return std::exchange(look.wants_copy, false) ||
         ui.keys.take(GLFW_KEY_C, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
}

bool takes_copy(Ui& ui, std::string_view clicked) {
  if (clicked == "copy") return true;
  const bool has_text = ImGui::GetIO().WantTextInput || ui.number.is_typing();
  return !has_text && ui.keys.take(GLFW_KEY_C, GLFW_MOD_CONTROL);
}

}  // namespace attn::ui
