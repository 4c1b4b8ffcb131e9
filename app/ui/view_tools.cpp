#include "app/ui/view_tools.h"

#include <exception>

#include "app/figure/figure.h"

namespace attn::ui {
namespace {

constexpr float kSpace = 16;

}  // namespace

ToolsInput view_tools(Ui& ui, const Box& line, const std::vector<ViewTool>& tools) {
  const Theme& theme = ui.theme;
  float width = 0;
  for (const ViewTool& tool : tools) {
    width += text_size(theme, Face::kSmall, tool.label).x + theme.px(kSpace);
  }
  ToolsInput input{.begin = line.max.x - width + theme.px(kSpace / 2)};
  float x = input.begin;
  for (const ViewTool& tool : tools) {
    float end = x;
    if (link(ui, tool.name, Face::kSmall, {x, line.min.y}, tool.label, end)) {
      input.clicked = tool.name;
    }
    x = end + theme.px(kSpace);
  }
  if (!tools.empty() && tools.back().name == "colormap") {  // opens a list
    const float y = line.min.y + theme.line_height(Face::kSmall) / 2;
    const float tip = line.max.x - theme.px(7);
    ImGui::GetWindowDrawList()->AddTriangleFilled({tip - theme.px(4), y - theme.px(2)},
                                                  {tip + theme.px(4), y - theme.px(2)},
                                                  {tip, y + theme.px(3)}, theme.colors().secondary);
  }
  return input;
}

ViewTool colormap_tool(const Colormap& now) { return {"colormap", std::string(now.label) + "  "}; }

void colormap_menu(Ui& ui, Session& session, const Colormap& now, bool opens) {
  if (opens) ImGui::OpenPopup("colormaps");
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(8), ui.theme.px(8)});
  if (ImGui::BeginPopup("colormaps")) {
    for (const Colormap& map : colormaps()) {
      const std::string label(map.label);
      if (ImGui::MenuItem(label.c_str(), nullptr, &map == &now)) session.view.colormap = map.id;
      ui.map.add("colormap." + std::string(map.id), ImGui::GetItemRectMin(),
                 ImGui::GetItemRectMax());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

const Colormap& chosen_colormap(const Session& session, std::string_view own) {
  const Colormap* map = find_colormap(session.view.colormap);
  return map != nullptr ? *map : *find_colormap(own);
}

void export_figure(Session& session, const Evaluation& evaluation, std::string_view view) {
  std::string path = session.path().empty() ? "attention.png" : session.path();
  if (path.ends_with(".attn.json")) path.resize(path.size() - 10);
  if (path.ends_with(".png")) path.resize(path.size() - 4);
  path += (view == "weights" ? "" : "-" + std::string(view)) + ".png";
  FigureOptions options;
  options.view = view;
  options.head = std::min(session.view.head, static_cast<Index>(evaluation.trace.heads.size()) - 1);
  options.colormap = find_colormap(session.view.colormap);
  options.state = session.view;
  try {
    write_figure(evaluation.scene, evaluation.trace, options, path);
    session.message = "Wrote the figure to " + path;
  } catch (const std::exception& error) {
    session.message = path + ": " + error.what();
  }
}

void view_hint(Ui& ui, const Box& line, float tools_begin, std::string_view words) {
  const Theme& theme = ui.theme;
  draw_text(ImGui::GetWindowDrawList(), theme, Face::kSmall, line.min, theme.colors().faint,
            shortened(theme, Face::kSmall, words, tools_begin - theme.px(12) - line.min.x));
}

}  // namespace attn::ui
