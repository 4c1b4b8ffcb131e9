#include "app/ui/heatmap/heatmap_view.h"

#include <algorithm>
#include <cmath>

#include "app/document/json/numbers.h"
#include "app/ui/heatmap/heatmap_cells.h"
#include "app/ui/heatmap/heatmap_labels.h"
#include "app/ui/heatmap/heatmap_legend.h"
#include "app/ui/heatmap/softmax_cells.h"
#include "app/ui/toolkit/focus_ring.h"
#include "engine/attention/trace.h"

namespace attn::ui {

/// Where the parts of a plot lie on the screen, in pixels.
struct HeatmapView::Layout {
  Box area;    // that the cells may take
  Box matrix;  // the whole matrix, beyond the area where it is zoomed
  float cell_width, cell_height;
  bool turns_column_labels;
  float row_labels;  // from where they begin to the area
  Box legend;

  Box cell(Index i, Index j) const {
    const float x = matrix.min.x + static_cast<float>(j) * cell_width;
    const float y = matrix.min.y + static_cast<float>(i) * cell_height;
    return {{x, y}, {x + cell_width, y + cell_height}};
  }
  std::pair<Index, Index> visible(float low, float high, float start, float pitch,
                                  Index count) const {
    return {std::clamp<Index>(static_cast<Index>(std::floor((low - start) / pitch)), 0, count),
            std::clamp<Index>(static_cast<Index>(std::ceil((high - start) / pitch)), 0, count)};
  }
};

namespace {

constexpr float kMostZoom = 4096;

/// Ink or paper: a cell's colour is data, and no theme changes it.
ImU32 contrasting(Rgb cell) {
  static const Palette kPaper = palette_of({});
  const int lightness = 299 * cell.r + 587 * cell.g + 114 * cell.b;
  return lightness < 150'000 ? kPaper.panel : kPaper.text;
}

Box grown(const Box& box, float by) {
  return {{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}

void outline(ImDrawList* list, const Box& box, ImU32 color, float grow, float radius,
             float thickness) {
  imgui::stroke_rect(list, {box.min.x - grow, box.min.y - grow},
                     {box.max.x + grow, box.max.y + grow}, color, radius, thickness);
}

}  // namespace

HeatmapView::Layout HeatmapView::lay_out(const Theme& theme, const Box& box,
                                         const HeatmapPlot& plot) const {
  const Index M = plot.values.rows(), L = plot.values.cols();
  const float axis = theme.px(24), line = theme.px(30);
  const float row_labels = label_width(theme, plot.rows, box.width() * 0.22F) + theme.px(13);
  const float left = axis + row_labels;
  const float columns_width = label_width(theme, plot.columns, theme.px(110));
  float room_x = box.width() - left - legend_width(theme, plot.shading);
  float room_y = box.height() - axis - line;

  Layout layout{};
  layout.row_labels = row_labels;
  const auto fit = [&](float x, float y) {
    const float largest = std::max(theme.px(76), 0.11F * std::min(x, y));
    layout.cell_width = std::min(x / static_cast<float>(L), largest);
    layout.cell_height = std::min(y / static_cast<float>(M), largest);
    const float square = std::min(layout.cell_width, layout.cell_height);
    // Square while that leaves cells to be told apart; else the matrix fills the room.
    if (square >= theme.px(6) || L == M) layout.cell_width = layout.cell_height = square;
    if (square >= theme.px(12)) layout.cell_width = layout.cell_height = std::floor(square);
  };
  fit(room_x, room_y);
  float top = axis + line;
  if (columns_width + theme.px(8) > layout.cell_width * zoom_ && L > 1) {
    layout.turns_column_labels = true;
    top = axis + columns_width + theme.px(10);
    room_y = box.height() - top;
    fit(room_x, room_y);
  }
  const float width = layout.cell_width * static_cast<float>(L);
  const float height = layout.cell_height * static_cast<float>(M);
  // The whole stands in the middle of its box, a little above where it is small.
  const float x = box.min.x + left + std::floor(std::max(0.F, room_x - width) * 0.42F);
  const float y = box.min.y + top + std::floor(std::max(0.F, room_y - height) * 0.12F);
  layout.area = {{x, y}, {x + width, y + height}};
  layout.cell_width *= zoom_;
  layout.cell_height *= zoom_;
  layout.matrix.min = {x + width / 2 - center_.x * width * zoom_,
                       y + height / 2 - center_.y * height * zoom_};
  layout.matrix.max = {layout.matrix.min.x + width * zoom_, layout.matrix.min.y + height * zoom_};
  const float bar = std::min(std::max(height * 0.72F, theme.px(120)), box.max.y - y);
  const float bar_top = y + std::max(0.F, std::round((height - bar) * 0.3F));
  layout.legend = {{layout.area.max.x + theme.px(kLegendGap), bar_top},
                   {layout.area.max.x + theme.px(kLegendGap + kLegendBar), bar_top + bar}};
  return layout;
}

void HeatmapView::zoom_and_pan(const Layout& layout, const HeatmapPlot& plot) {
  const ImGuiIO& io = ImGui::GetIO();
  const float width = layout.area.width(), height = layout.area.height();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const float most =
        std::min(kMostZoom, static_cast<float>(std::max(plot.values.rows(), plot.values.cols())));
    const float zoom = std::clamp(zoom_ * std::pow(1.2F, io.MouseWheel), 1.F, std::max(1.F, most));
    // What is under the pointer stays there.
    const ImVec2 from_middle((io.MousePos.x - layout.area.min.x) / width - 0.5F,
                             (io.MousePos.y - layout.area.min.y) / height - 0.5F);
    center_.x += from_middle.x * (1 / zoom_ - 1 / zoom);
    center_.y += from_middle.y * (1 / zoom_ - 1 / zoom);
    zoom_ = zoom;
  }
  if (!plot.painting && ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) {
    center_.x -= io.MouseDelta.x / (width * zoom_);
    center_.y -= io.MouseDelta.y / (height * zoom_);
  }
  if (!plot.painting && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) zoom_ = 1;
  const float margin = 0.5F / zoom_;
  center_.x = std::clamp(center_.x, margin, 1 - margin);
  center_.y = std::clamp(center_.y, margin, 1 - margin);
}

std::vector<Cell> cells_between(Cell from, Cell to) {
  const Index rows = to.query - from.query, columns = to.key - from.key;
  const Index steps = std::max(std::abs(rows), std::abs(columns));
  std::vector<Cell> cells = {from};
  const auto share = [steps](Index whole, Index n) {
    return static_cast<Index>(
        std::lround(static_cast<double>(whole * n) / static_cast<double>(steps)));
  };
  for (Index n = 1; n <= steps; ++n) {
    cells.push_back({from.query + share(rows, n), from.key + share(columns, n)});
  }
  return cells;
}

void HeatmapView::take_stroke(const Layout& layout, const HeatmapPlot& plot, HeatmapInput& input) {
  input.stroke_begins = ImGui::IsItemActivated();
  input.stroke_ends = ImGui::IsItemDeactivated();
  if (input.stroke_begins) painted_last_.reset();
  if (!ImGui::IsItemActive() && !input.stroke_ends) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Cell now{
      static_cast<Index>(std::floor((mouse.y - layout.matrix.min.y) / layout.cell_height)),
      static_cast<Index>(std::floor((mouse.x - layout.matrix.min.x) / layout.cell_width))};
  // Where the mouse leaves the matrix, the cells on its way out are painted still.
  const auto rows = layout.visible(layout.area.min.y, layout.area.max.y, layout.matrix.min.y,
                                   layout.cell_height, plot.values.rows());
  const auto columns = layout.visible(layout.area.min.x, layout.area.max.x, layout.matrix.min.x,
                                      layout.cell_width, plot.values.cols());
  for (const Cell cell : cells_between(painted_last_.value_or(now), now)) {
    const bool is_row = cell.query >= rows.first && cell.query < rows.second;
    if (is_row && cell.key >= columns.first && cell.key < columns.second) {
      input.painted.push_back(cell);
    }
  }
  painted_last_ = now;
  if (input.stroke_ends) painted_last_.reset();
}

HeatmapInput HeatmapView::take_mouse(Ui& ui, const Layout& layout, const HeatmapPlot& plot) {
  HeatmapInput input;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool released = hit_area(ui, plot.name, layout.area);
  input.has_keyboard = has_keyboard(ui, plot.name, grown(layout.area, ui.theme.px(4)));
  zoom_and_pan(layout, plot);
  if (plot.painting) take_stroke(layout, plot, input);
  if (!ImGui::IsItemHovered() || !layout.area.contains(mouse)) return input;
  const auto at = [](float position, float start, float pitch, Index count) {
    return std::clamp<Index>(static_cast<Index>((position - start) / pitch), 0, count - 1);
  };
  input.hovered = Cell{at(mouse.y, layout.matrix.min.y, layout.cell_height, plot.values.rows()),
                       at(mouse.x, layout.matrix.min.x, layout.cell_width, plot.values.cols())};
  if (plot.painting) return input;
  const ImVec2 drag = ImGui::GetMouseDragDelta(0, 0);
  if (released && std::abs(drag.x) + std::abs(drag.y) < 4) input.clicked = input.hovered;
  return input;
}

void HeatmapView::draw_cells(Ui& ui, const Layout& layout, const HeatmapPlot& plot) {
  const HeatmapCells cells{.matrix = layout.matrix,
                           .area = layout.area,
                           .cell_width = layout.cell_width,
                           .cell_height = layout.cell_height,
                           .colormap = plot.colormap,
                           .range = plot.shading.range};
  plot.softmax ? plot.softmax->draw(ui, heatmap_, cells) : draw_heatmap_cells(ui, heatmap_, cells);
  draw_numbers(ui, layout, plot);
}

std::pair<Index, Index> HeatmapView::rows_with_numbers(const Theme& theme, const Layout& layout,
                                                       const HeatmapPlot& plot) const {
  const float width = text_size(theme, Face::kBody, "0.00").x + theme.px(4);
  const bool fit =
      layout.cell_height >= theme.line_height(Face::kBody) && layout.cell_width >= width;
  if (!plot.numbers || !fit) return {};
  return layout.visible(layout.area.min.y, layout.area.max.y, layout.matrix.min.y,
                        layout.cell_height, plot.values.rows());
}

void HeatmapView::draw_numbers(Ui& ui, const Layout& layout, const HeatmapPlot& plot) const {
  const Theme& theme = ui.theme;
  const auto fits = [&](std::string_view text) {
    return layout.cell_width >= text_size(theme, Face::kBody, text).x + theme.px(4);
  };
  const auto [first_row, last_row] = rows_with_numbers(theme, layout, plot);
  const auto [first_column, last_column] =
      layout.visible(layout.area.min.x, layout.area.max.x, layout.matrix.min.x, layout.cell_width,
                     plot.values.cols());
  if (first_row == last_row || first_column == last_column) return;
  const auto seen =
      plot.values.block(first_row, first_column, last_row - first_row, last_column - first_column);
  const float largest = largest_distance(seen);
  // Of one size for all: where not all have room, none is drawn.
  if (!fits(fixed(plot.shading.range.low < 0 ? -largest : largest, 2))) return;
  const Colormap& colors = theme.colors_of(plot.colormap);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(layout.area.min, layout.area.max, true);
  for (Index i = first_row; i < last_row; ++i) {
    for (Index j = first_column; j < last_column; ++j) {
      if (plot.mask(i, j) == kMasked || std::isnan(plot.values(i, j))) continue;  // or not read yet
      const Rgb behind = color_of(colors, plot.shading.range, plot.shades(i, j));
      text_in(ui, layout.cell(i, j), Face::kBody, contrasting(behind), fixed(plot.values(i, j), 2),
              0.5F);
    }
  }
  list->PopClipRect();
}

void HeatmapView::draw_highlight(Ui& ui, const Layout& layout, const HeatmapPlot& plot) {
  const Theme& theme = ui.theme;
  const Index last_row = plot.values.rows() - 1, last_column = plot.values.cols() - 1;
  for (const Source& source : ui.highlight.sources()) {
    const Index row = source.row.value_or(0), column = source.column.value_or(0);
    if (source.name != plot.name || row > last_row || column > last_column) continue;
    const Box cells{
        layout.cell(row, column).min,
        layout.cell(source.row.value_or(last_row), source.column.value_or(last_column)).max};
    const ImU32 color = source.side == Side::kKey ? theme.colors().key : theme.colors().query;
    ImDrawList* list = ImGui::GetWindowDrawList();
    outline(list, cells, with_alpha(color, 0.3F), theme.px(3), theme.px(6), theme.px(4));
    outline(list, cells, color, theme.px(1), theme.px(4), theme.px(3));
  }
}

/// Moves the part that is seen as little as shows the cell.
void HeatmapView::reveal(Cell cell, const Matrix& values) {
  const auto along = [this](float& center, Index at, Index count) {
    const float size = 1 / static_cast<float>(count), start = static_cast<float>(at) * size;
    const float room = std::max(0.F, 0.5F / zoom_ - size);
    center = std::clamp(center, start + size / 2 - room, start + size / 2 + room);
    center = std::clamp(center, 0.5F / zoom_, 1 - 0.5F / zoom_);
  };
  along(center_.x, cell.key, values.cols());
  along(center_.y, cell.query, values.rows());
}

HeatmapInput HeatmapView::draw(Ui& ui, const Box& box, const HeatmapPlot& plot) {
  const Theme& theme = ui.theme;
  if (plot.walked) reveal(*plot.walked, plot.values);
  const Palette& palette = theme.colors();
  const Layout layout = lay_out(theme, box, plot);
  HeatmapInput input = take_mouse(ui, layout, plot);
  input.rows_with_numbers = rows_with_numbers(theme, layout, plot);
  draw_cells(ui, layout, plot);

  const auto rows = layout.visible(layout.area.min.y, layout.area.max.y, layout.matrix.min.y,
                                   layout.cell_height, plot.values.rows());
  const auto columns = layout.visible(layout.area.min.x, layout.area.max.x, layout.matrix.min.x,
                                      layout.cell_width, plot.values.cols());
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_row_labels(ui, layout.area, plot, rows.first, rows.second, layout.matrix.min.y,
                  layout.cell_height, layout.area.min.x - layout.row_labels);
  draw_column_labels(ui, layout.area, plot, columns.first, columns.second, layout.matrix.min.x,
                     layout.cell_width, layout.turns_column_labels);
  const ImVec2 caption = text_size(theme, Face::kSmall, plot.column_axis);
  draw_text(list, theme, Face::kSmall,
            {(layout.area.min.x + layout.area.max.x - caption.x) / 2, box.min.y}, palette.faint,
            plot.column_axis);
  const float row_caption = text_size(theme, Face::kSmall, plot.row_axis).x;
  draw_text_downwards(
      list, theme, Face::kSmall,
      {std::max(box.min.x + theme.px(16), layout.area.min.x - layout.row_labels - theme.px(18)),
       (layout.area.min.y + layout.area.max.y - row_caption) / 2},
      palette.faint, plot.row_axis);

  list->PushClipRect({layout.area.min.x - theme.px(4), layout.area.min.y - theme.px(4)},
                     {layout.area.max.x + theme.px(4), layout.area.max.y + theme.px(4)}, true);
  if (plot.shown) {
    const bool preview = plot.shown != plot.pinned;
    const Box row{layout.cell(plot.shown->query, 0).min,
                  layout.cell(plot.shown->query, plot.values.cols() - 1).max};
    const Box column{layout.cell(0, plot.shown->key).min,
                     layout.cell(plot.values.rows() - 1, plot.shown->key).max};
    const Box cell = layout.cell(plot.shown->query, plot.shown->key);
    if (preview) outline(list, column, with_alpha(palette.key, 0.35F), 0, theme.px(4), 1);
    outline(list, row, preview ? with_alpha(palette.query, 0.5F) : palette.query, theme.px(2),
            theme.px(5), preview ? 1 : 1.5F * theme.scale());
    outline(list, cell, palette.key, theme.px(1), theme.px(4), theme.px(2));
  }
  draw_highlight(ui, layout, plot);
  list->PopClipRect();
  draw_legend(ui, layout.legend, plot);
  if (ui.map.is_wanted() && plot.values.rows() * plot.values.cols() <= 4096) {
    for (Index i = rows.first; i < rows.second; ++i) {
      for (Index j = columns.first; j < columns.second; ++j) {
        const Box cell = layout.cell(i, j);
        ui.map.add(plot.name + "[" + std::to_string(i) + "][" + std::to_string(j) + "]", cell.min,
                   cell.max);
      }
    }
  }
  return input;
}

}  // namespace attn::ui
