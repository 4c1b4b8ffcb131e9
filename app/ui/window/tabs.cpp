#include "app/ui/window/tabs.h"

#include <algorithm>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/session/words/view_kinds.h"

namespace attn::ui {
namespace {

/// The views that have a tab: all but the hidden ones, and the one that is shown.
std::vector<const ViewKind*> tabbed(const Workspace& workspace) {
  std::vector<const ViewKind*> found;
  for (const ViewKind& kind : view_kinds()) {
    const bool is_hidden = workspace.look.is_hidden(std::string(kind.part));
    if (!is_hidden || &kind == &view_kind(workspace.look.view)) found.push_back(&kind);
  }
  return found;
}

float tab_width(const Theme& theme, const ViewKind& kind, float padding) {
  return text_size(theme, Face::kMedium, kind.label).x + 2 * padding;
}

void draw_tab(Ui& ui, Workspace& workspace, const ViewKind& kind, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_shown = &kind == &view_kind(workspace.look.view);
  if (button_area(ui, kind.part, box)) workspace.look.view.tab = kind.id;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_shown) {
    list->AddRectFilled(box.min, box.max, palette.field, theme.px(5), ImDrawFlags_RoundCornersTop);
    list->AddRectFilled({box.min.x, box.max.y - theme.px(2)}, box.max, palette.query);
  }
  const ImU32 color = is_shown                 ? palette.query
                      : ImGui::IsItemHovered() ? palette.text
                                               : palette.secondary;
  text_in(ui, box, is_shown ? Face::kMedium : Face::kBody, color, kind.label, 0.5F);
}

/// The views that have no tab, in a menu.
void draw_more(Ui& ui, Workspace& workspace, const Box& box,
               std::span<const ViewKind* const> rest) {
  const Theme& theme = ui.theme;
  if (button_area(ui, "tab.more", box)) ImGui::OpenPopup("views");
  const ImU32 color = ImGui::IsItemHovered() ? theme.colors().text : theme.colors().secondary;
  text_in(ui, {box.min, {box.max.x - theme.px(14), box.max.y}}, Face::kBody, color, "More", 0.5F);
  const float x = box.max.x - theme.px(15), y = (box.min.y + box.max.y) / 2;
  ImGui::GetWindowDrawList()->AddTriangleFilled({x - theme.px(4), y - theme.px(2)},
                                                {x + theme.px(4), y - theme.px(2)},
                                                {x, y + theme.px(3)}, color);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(8), theme.px(8)});
  if (ImGui::BeginPopup("views")) {
    close_on_escape(ui);
    for (const ViewKind* kind : rest) {
      const std::string label(kind->label);
      if (ImGui::MenuItem(label.c_str())) workspace.look.view.tab = kind->id;
      ui.map.add(kind->part, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void take_tab_keys(Ui& ui, Workspace& workspace) {
  const auto kinds = tabbed(workspace);
  const auto count = static_cast<std::ptrdiff_t>(kinds.size());
  const std::ptrdiff_t now =
      std::ranges::find(kinds, &view_kind(workspace.look.view)) - kinds.begin();
  std::ptrdiff_t next = now;
  if (ui.keys.take(GLFW_KEY_TAB, GLFW_MOD_CONTROL)) next = (now + 1) % count;
  if (ui.keys.take(GLFW_KEY_TAB, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) {
    next = (now + count - 1) % count;
  }
  if (next != now) workspace.look.view.tab = kinds[static_cast<std::size_t>(next)]->id;
}

void tabs(Ui& ui, Workspace& workspace, const Box& line) {
  const Theme& theme = ui.theme;
  take_tab_keys(ui, workspace);
  const auto kinds = tabbed(workspace);
  const float margin = theme.px(10);
  const auto total = [&](float padding) {
    float width = 2 * margin;
    for (const ViewKind* kind : kinds) width += tab_width(theme, *kind, padding);
    return width;
  };
  float padding = theme.px(14);
  while (padding > theme.px(7) && total(padding) > line.width()) padding -= theme.px(1);
  const float more = text_size(theme, Face::kBody, "More").x + theme.px(14) + 2 * padding;
  float room = line.width() - 2 * margin;
  const bool fits = total(padding) <= line.width();
  if (!fits) room -= more;

  // The shown one always has a tab: it takes the place of the last that fits.
  std::vector<const ViewKind*> shown, rest;
  const ViewKind& now = view_kind(workspace.look.view);
  float used = tab_width(theme, now, padding);
  for (const ViewKind* kind : kinds) {
    const float width = kind == &now ? 0 : tab_width(theme, *kind, padding);
    const bool has_room = rest.empty() && used + width <= room;
    (kind == &now || has_room ? shown : rest).push_back(kind);
    if (kind != &now && has_room) used += width;
  }
  float x = line.min.x + margin;
  for (const ViewKind* kind : shown) {
    const float width = tab_width(theme, *kind, padding);
    draw_tab(ui, workspace, *kind, {{x, line.min.y + theme.px(7)}, {x + width, line.max.y}});
    x += width;
  }
  if (!rest.empty()) {
    draw_more(ui, workspace, {{x, line.min.y + theme.px(7)}, {x + more, line.max.y}}, rest);
  }
  ImGui::GetWindowDrawList()->AddLine({line.min.x, line.max.y}, line.max, theme.colors().hairline,
                                      1);
}

}  // namespace attn::ui
