#include "app/ui/window/tabs.h"

#include <algorithm>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/view/view_kinds.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/views/view_tools.h"

namespace attn::ui {
namespace {

/// Minimal width at scale 1 for groups side by side.
constexpr float kRoomForGroups = 760;

/// Views that can be shown: visible ones that suit the scene, and the current one.
std::vector<const ViewKind*> seen_views(const Workspace& workspace) {
  std::vector<const ViewKind*> found;
  for (const ViewKind& kind : view_kinds()) {
    const bool suits = !kind.suits || kind.suits(workspace.scene(), workspace.look.view.options);
    const bool is_hidden = workspace.look.is_hidden(std::string(kind.part)) || !suits;
    if (!is_hidden || &kind == &view_kind(workspace.look.view)) found.push_back(&kind);
  }
  return found;
}

std::vector<const ViewKind*> views_of(const std::vector<const ViewKind*>& views,
                                      std::string_view group) {
  std::vector<const ViewKind*> found;
  for (const ViewKind* kind : views) {
    if (kind->group == group) found.push_back(kind);
  }
  return found;
}

/// Groups with visible views.
std::vector<const ViewGroup*> seen_groups(const std::vector<const ViewKind*>& views) {
  std::vector<const ViewGroup*> found;
  for (const ViewGroup& group : view_groups()) {
    if (!views_of(views, group.id).empty()) found.push_back(&group);
  }
  return found;
}

void show_group(Workspace& workspace, const std::vector<const ViewKind*>& views,
                std::string_view group) {
  const auto of_group = views_of(views, group);
  const auto last = workspace.look.last_views.find(group);
  const auto is_last = [&](const ViewKind* kind) {
    return last != workspace.look.last_views.end() && kind->id == last->second;
  };
  const auto found = std::ranges::find_if(of_group, is_last);
  workspace.look.view.tab = (found != of_group.end() ? *found : of_group.front())->id;
}

std::string name_of(const ViewGroup& group) { return "group." + std::string(group.id); }

/// Groups side by side on one background; returns their right end.
float group_row(Ui& ui, Workspace& workspace, const std::vector<const ViewKind*>& views,
                const std::vector<const ViewGroup*>& groups, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string_view now = view_kind(workspace.look.view).group;
  const float half = theme.px(15), middle = (line.min.y + line.max.y) / 2, padding = theme.px(12);
  float width = 0;
  for (const ViewGroup* group : groups) {
    width += text_size(theme, Face::kMedium, group->label).x + 2 * padding;
  }
  const Box ground{{line.min.x, middle - half}, {line.min.x + width, middle + half}};
  fill_box(ground, palette.window, theme.px(6));
  float x = ground.min.x;
  for (const ViewGroup* group : groups) {
    const float next = x + text_size(theme, Face::kMedium, group->label).x + 2 * padding;
    const Box box = ground.columns(x, next);
    if (button_area(ui, name_of(*group), box)) show_group(workspace, views, group->id);
    const bool is_hovered = ImGui::IsItemHovered();
    const bool is_now = group->id == now;
    if (is_now) {
      const Box inside = box.within(theme.px(2));
      fill_box(inside, palette.panel, theme.px(5));
      outline_box(inside, palette.hairline, theme.px(5));
    }
    text_in(ui, box, Face::kMedium,
            is_now       ? palette.query
            : is_hovered ? palette.text
                         : palette.secondary,
            group->label, 0.5F);
    x = next;
  }
  return ground.max.x;
}

/// Menu "Numbers ▾"; returns its right end.
float group_menu(Ui& ui, Workspace& workspace, const std::vector<const ViewKind*>& views,
                 const std::vector<const ViewGroup*>& groups, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string_view now = view_kind(workspace.look.view).group;
  const auto shown = std::ranges::find(groups, now, &ViewGroup::id);
  const std::string_view label = shown != groups.end() ? (*shown)->label : std::string_view();
  const float half = theme.px(15), middle = (line.min.y + line.max.y) / 2;
  const float width = text_size(theme, Face::kMedium, label).x + theme.px(36);
  const Box box{{line.min.x, middle - half}, {line.min.x + width, middle + half}};
  const bool opens = button_area(ui, "group.menu", box);
  const ImU32 color = ImGui::IsItemHovered() ? palette.text : palette.query;
  fill_box(box, palette.window, theme.px(6));
  text_in(ui, box.right_of(box.min.x + theme.px(12)), Face::kMedium, color, label, 0);
  const float x = box.max.x - theme.px(14);
  imgui::list()->AddTriangleFilled({x - theme.px(4), middle - theme.px(2)},
                                   {x + theme.px(4), middle - theme.px(2)},
                                   {x, middle + theme.px(3)}, color);
  if (!begin_menu(ui, "group.menu", opens)) return box.max.x;
  for (const ViewGroup* group : groups) {
    if (popup_item(ui, name_of(*group), std::string(group->label), nullptr, group->id == now)) {
      show_group(workspace, views, group->id);
    }
  }
  end_menu();
  return box.max.x;
}

void draw_tab(Ui& ui, Workspace& workspace, const ViewKind& kind, const Box& box, float padding) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_shown = &kind == &view_kind(workspace.look.view);
  if (button_area(ui, kind.part, box)) workspace.look.view.tab = kind.id;
  const ImU32 color = is_shown                 ? palette.query
                      : ImGui::IsItemHovered() ? palette.text
                                               : palette.secondary;
  text_in(ui, box, is_shown ? Face::kMedium : Face::kBody, color, kind.label, 0.5F);
  if (!is_shown) return;
  fill_box(
      {{box.min.x + padding / 2, box.max.y - theme.px(2)}, {box.max.x - padding / 2, box.max.y}},
      palette.query);
}

/// Views of the current group; returns their right end.
float view_row(Ui& ui, Workspace& workspace, const std::vector<const ViewKind*>& views,
               const Box& line) {
  const Theme& theme = ui.theme;
  const float room = line.width() - view_tools_width(theme);
  const auto total = [&](float padding) {
    float width = 0;
    for (const ViewKind* kind : views) {
      width += text_size(theme, Face::kMedium, kind->label).x + 2 * padding;
    }
    return width;
  };
  float padding = theme.px(12);
  while (padding > theme.px(5) && total(padding) > room) padding -= theme.px(1);
  float x = line.min.x;
  for (const ViewKind* kind : views) {
    const float next = x + text_size(theme, Face::kMedium, kind->label).x + 2 * padding;
    draw_tab(ui, workspace, *kind, line.columns(x, next), padding);
    x = next;
  }
  return x;
}

}  // namespace

void take_tab_keys(Ui& ui, Workspace& workspace) {
  const auto views = seen_views(workspace);
  const auto count = static_cast<std::ptrdiff_t>(views.size());
  const std::ptrdiff_t now =
      std::ranges::find(views, &view_kind(workspace.look.view)) - views.begin();
  std::ptrdiff_t next = now;
  if (ui.keys.take(GLFW_KEY_TAB, GLFW_MOD_CONTROL)) next = (now + 1) % count;
  if (ui.keys.take(GLFW_KEY_TAB, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) {
    next = (now + count - 1) % count;
  }
  if (next != now) workspace.look.view.tab = views[static_cast<std::size_t>(next)]->id;
}

Box tabs(Ui& ui, Workspace& workspace, const Box& line) {
  const Theme& theme = ui.theme;
  const ViewKind& shown = view_kind(workspace.look.view);
  workspace.look.last_views.insert_or_assign(std::string(shown.group), std::string(shown.id));
  const auto views = seen_views(workspace);
  const auto groups = seen_groups(views);
  const float margin = theme.px(12);
  Box rest = line.columns(line.min.x + margin, line.max.x - margin);
  if (groups.size() > 1) {
    const bool is_narrow = line.width() < theme.px(kRoomForGroups);
    rest.min.x = is_narrow ? group_menu(ui, workspace, views, groups, rest) + theme.px(8)
                           : group_row(ui, workspace, views, groups, rest) + theme.px(20);
  }
  rest.min.x = view_row(ui, workspace, views_of(views, shown.group), rest);
  imgui::list()->AddLine({line.min.x, line.max.y}, line.max, theme.colors().hairline, 1);
  return rest;
}

}  // namespace attn::ui
