#include "app/ui/views/view_tools.h"

#include <optional>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/figure/diagram/shading.h"
#include "app/ui/numbers/section.h"

namespace attn::ui {
namespace {

constexpr float kSpace = 16, kTriangle = 12;

/// One line of a list that a tool opens.
struct ListLine {
  std::string_view id, label;
};

/// The list of the tool `name`, while it is open. Answers what was chosen.
std::optional<std::string_view> tool_list(Ui& ui, const std::string& name,
                                          const std::vector<ListLine>& lines,
                                          std::string_view chosen, bool opens) {
  std::optional<std::string_view> taken;
  if (opens) ImGui::OpenPopup(name.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(8), ui.theme.px(8)});
  if (ImGui::BeginPopup(name.c_str())) {
    close_on_escape(ui);
    for (const ListLine& line : lines) {
      const std::string label(line.label);
      if (ImGui::MenuItem(label.c_str(), nullptr, line.id == chosen)) taken = line.id;
      ui.map.add(name + "." + std::string(line.id), ImGui::GetItemRectMin(),
                 ImGui::GetItemRectMax());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return taken;
}

}  // namespace

ToolsInput view_tools(Ui& ui, const Box& line, const std::vector<ViewTool>& tools) {
  if (ui.stage) return {.begin = line.max.x};
  const Theme& theme = ui.theme;
  const auto width_of = [&](const ViewTool& tool) {
    return text_size(theme, Face::kSmall, tool.label).x + theme.px(tool.opens_list ? kTriangle : 0);
  };
  float width = 0;
  for (const ViewTool& tool : tools) width += width_of(tool) + theme.px(kSpace);
  ToolsInput input{.begin = line.max.x - width + theme.px(kSpace / 2)};
  float x = input.begin;
  for (const ViewTool& tool : tools) {
    float end = x;
    lock_controls(ui, tool.locked);
    if (link(ui, tool.name, Face::kSmall, {x, line.min.y}, tool.label, end)) {
      input.clicked = tool.name;
    }
    lock_controls(ui, {});
    if (tool.opens_list) {
      const float y = line.min.y + theme.line_height(Face::kSmall) / 2, tip = end + theme.px(9);
      ImGui::GetWindowDrawList()->AddTriangleFilled(
          {tip - theme.px(4), y - theme.px(2)}, {tip + theme.px(4), y - theme.px(2)},
          {tip, y + theme.px(3)}, theme.colors().secondary);
    }
    x += width_of(tool) + theme.px(kSpace);
  }
  return input;
}

ViewTool colormap_tool(const Colormap& now) { return {"colormap", std::string(now.label), true}; }

void colormap_menu(Ui& ui, Access access, const Colormap& now, bool opens) {
  std::vector<ListLine> lines;
  for (const Colormap& map : colormaps()) lines.push_back({map.id, map.label});
  if (const auto id = tool_list(ui, "colormap", lines, now.id, opens))
    access.look.view.colormap = *id;
}

ViewTool range_tool(const Workspace& workspace, bool is_signed) {
  return {"range", range_words(workspace.look.view.options.range, is_signed), true};
}

void range_menu(Ui& ui, Access access, bool is_signed, bool opens) {
  std::string& range = access.look.view.options.range;
  std::vector<ListLine> lines;
  for (const RangeKind& kind : range_kinds()) {
    if (kind.is_for_signed || !is_signed) lines.push_back({kind.id, kind.in_list});
  }
  if (const auto id = tool_list(ui, "range", lines, range_kind(range, is_signed).id, opens)) {
    range = *id;
  }
}

const Colormap& chosen_colormap(const Workspace& workspace, std::string_view own) {
  const Colormap* map = find_colormap(workspace.look.view.colormap);
  return map != nullptr ? *map : *find_colormap(own);
}

void take_export(Ui& ui, Access access, std::string_view clicked, std::string_view view,
                 std::shared_ptr<const Evaluation> evaluation) {
  const bool is_asked = std::exchange(access.look.wants_export, false);
  if (clicked != "export" && !is_asked && !ui.keys.take(GLFW_KEY_E, GLFW_MOD_CONTROL)) return;
  access.look.export_wish = {std::string(view), std::move(evaluation)};
}

bool takes_copy(Ui& ui, std::string_view clicked) {
  if (clicked == "copy") return true;
  const bool has_text = ImGui::GetIO().WantTextInput || ui.number.is_typing();
  return !has_text && ui.keys.take(GLFW_KEY_C, GLFW_MOD_CONTROL);
}

void view_hint(Ui& ui, const Box& line, float tools_begin, std::string_view words) {
  const Theme& theme = ui.theme;
  const Box room{line.min, {tools_begin - theme.px(12), line.max.y}};
  const std::string whole(words);
  draw_text(ImGui::GetWindowDrawList(), theme, Face::kSmall, line.min, theme.colors().faint,
            ui.stage ? fitting_in(ui, room, Face::kSmall, {&whole, 1})
                     : shortened_in(ui, room, Face::kSmall, words));
}

}  // namespace attn::ui
