#include "app/ui/weights_view.h"

#include <array>

#include "app/document/numbers.h"
#include "app/figure/figure.h"

namespace attn::ui {
namespace {

const Colormap& chosen_colormap(const Session& session) {
  const Colormap* map = find_colormap(session.view.colormap);
  return map != nullptr ? *map : *find_colormap("indigo");
}

/// The weights with tabs between and a line for each query: what a spreadsheet takes.
std::string as_table(const Matrix& weights) {
  std::string text;
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) text += (j ? "\t" : "") + shortest(weights(i, j));
    text += '\n';
  }
  return text;
}

void export_figure(Session& session) {
  std::string path = session.path().empty() ? "attention.png" : session.path();
  if (path.ends_with(".attn.json")) path.replace(path.size() - 10, 10, ".png");
  if (!path.ends_with(".png")) path += ".png";
  FigureOptions options;
  options.head = session.view.head;
  options.colormap = find_colormap(session.view.colormap);
  try {
    write_figure(session.evaluation().scene, session.evaluation().trace, options, path);
    session.message = "Wrote the figure to " + path;
  } catch (const std::exception& error) {
    session.message = path + ": " + error.what();
  }
}

/// The list of colour maps, below the tool that opens it.
void colormap_menu(Ui& ui, Session& session, const Colormap& now) {
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

}  // namespace

float WeightsView::tools(Ui& ui, Session& session, const Box& line) {
  const Theme& theme = ui.theme;
  const Colormap& now = chosen_colormap(session);
  const std::string map_label = std::string(now.label) + "  ";
  struct Tool {
    std::string_view name;
    std::string label;
  };
  const std::array<Tool, 5> tools = {{{"paint", session.painting ? "Stop painting" : "Paint"},
                                      {"export", "Export ↓"},
                                      {"copy", "Copy"},
                                      {"numbers", session.view.numbers ? "1.23" : "···"},
                                      {"colormap", map_label}}};
  float width = 0;
  for (const Tool& tool : tools) {
    width += text_size(theme, Face::kSmall, tool.label).x + theme.px(16);
  }
  const float begin = line.max.x - width + theme.px(8);
  float x = begin;
  for (const Tool& tool : tools) {
    float end = x;
    const bool clicked = link(ui, tool.name, Face::kSmall, {x, line.min.y}, tool.label, end);
    if (clicked && tool.name == "paint") session.painting = !session.painting;
    if (clicked && tool.name == "export") export_figure(session);
    if (clicked && tool.name == "copy") {
      const auto h = static_cast<std::size_t>(session.view.head);
      ImGui::SetClipboardText(as_table(session.evaluation().trace.heads[h].weights).c_str());
      session.message = "Copied the weights as a table";
    }
    if (clicked && tool.name == "numbers") session.view.numbers = !session.view.numbers;
    if (clicked && tool.name == "colormap") ImGui::OpenPopup("colormaps");
    x = end + theme.px(16);
  }
  const float y = line.min.y + theme.line_height(Face::kSmall) / 2;
  const float tip = line.max.x - theme.px(7);
  ImGui::GetWindowDrawList()->AddTriangleFilled({tip - theme.px(4), y - theme.px(2)},
                                                {tip + theme.px(4), y - theme.px(2)},
                                                {tip, y + theme.px(3)}, theme.colors().secondary);
  colormap_menu(ui, session, now);
  return begin;
}

void WeightsView::upload_if_new(const Session& session) {
  if (shown_evaluation_ == session.evaluation_number() && shown_head_ == session.view.head) return;
  const HeadTrace& head =
      session.evaluation().trace.heads[static_cast<std::size_t>(session.view.head)];
  shown_ = (head.scores.array() == kMasked)
               .select(Matrix::Constant(head.weights.rows(), head.weights.cols(), kMasked),
                       head.weights);
  heatmap_.set(shown_);
  shown_evaluation_ = session.evaluation_number();
  shown_head_ = session.view.head;
}

void WeightsView::draw(Ui& ui, Session& session, const Box& box) {
  const Theme& theme = ui.theme;
  const Box line{box.min, {box.max.x, box.min.y + theme.px(24)}};
  const float tools_begin = tools(ui, session, line);
  draw_text(ImGui::GetWindowDrawList(), theme, Face::kSmall, line.min, theme.colors().faint,
            shortened(theme, Face::kSmall, "rows attend to columns · each row sums to 1",
                      tools_begin - theme.px(12) - line.min.x));
  upload_if_new(session);

  const Scene& scene = session.evaluation().scene;
  const HeatmapPlot plot{.name = "weights",
                         .values = shown_,
                         .rows = scene.query_tokens(),
                         .columns = scene.tokens,
                         .row_axis = "queries →",
                         .column_axis = "keys →",
                         .colormap = chosen_colormap(session),
                         .range = {0, 1},
                         .numbers = session.view.numbers,
                         .shown = session.shown(),
                         .pinned = session.pinned(),
                         .painting = session.painting};
  const HeatmapInput input = heatmap_.draw(ui, {{box.min.x, line.max.y}, box.max}, plot);
  session.hovered = input.hovered;
  paint_.take(session, input);
  if (input.clicked) session.view.selection = input.clicked;
}

}  // namespace attn::ui
