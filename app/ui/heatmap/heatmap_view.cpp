#include "app/ui/heatmap/heatmap_view.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <GLFW/glfw3.h>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/ui/heatmap/heatmap_cells.h"
#include "app/ui/heatmap/softmax_cells.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn::ui {

/// Layout of the parts of a plot on the screen, in pixels.
struct PlacedHeatmap {
  HeatmapLayout units;
  DiagramFrame frame;
  Box area, matrix;  // visible cells; whole matrix
  Index rows, columns;
  float cell_width, cell_height;
  float gap, radius;  // in units

  Box cell(Index i, Index j) const {
    const float x = matrix.min.x + static_cast<float>(j) * cell_width;
    const float y = matrix.min.y + static_cast<float>(i) * cell_height;
    return {{x, y}, {x + cell_width, y + cell_height}};
  }
  std::pair<Index, Index> seen_rows() const {
    return seen_between(area.min.y, area.max.y, matrix.min.y, cell_height, rows);
  }
  std::pair<Index, Index> seen_columns() const {
    return seen_between(area.min.x, area.max.x, matrix.min.x, cell_width, columns);
  }
};

namespace {

constexpr float kMostZoom = 4096;

/// Moves by an arrow key, Home or End; to the first cell if none was shown.
bool walks(Access access, const KeyEvent& event) {
  const Scene& scene = access->evaluation().scene;
  const Index width = scene.key_count();
  const std::tuple<int, Index, Index> ways[] = {
      {GLFW_KEY_LEFT, 0, -1}, {GLFW_KEY_RIGHT, 0, 1},     {GLFW_KEY_UP, -1, 0},
      {GLFW_KEY_DOWN, 1, 0},  {GLFW_KEY_HOME, 0, -width}, {GLFW_KEY_END, 0, width}};
  for (const auto& [key, rows, columns] : ways) {
    if (!event.is(key)) continue;
    const auto from = access.look.walked ? access.look.walked : access->pinned();
    Cell to = from.value_or(Cell{});
    if (from) {
      to.query = clamped<Index>(to.query + rows, 0, scene.query_count() - 1);
      to.key = clamped<Index>(to.key + columns, 0, width - 1);
    }
    access.look.walked = to;
    return true;
  }
  return false;
}

/// Cells on the line from one to another, both included.
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

/// Rows from `first` up to, not including, `last` that see no key.
std::vector<Index> unseeing_rows(const Matrix& scores, Index first, Index last) {
  std::vector<Index> rows;
  for (Index i = first; i < last; ++i) {
    if ((scores.row(i).array() == kMasked).all()) rows.push_back(i);
  }
  return rows;
}

/// Draws a line around each cell: on a projector the lightest colours look like the background.
void draw_edges(const Ui& ui, const PlacedHeatmap& layout) {
  constexpr Index kMost = 1024;
  if (!ui.theme.appearance().presenting || layout.gap < 3 || layout.rows * layout.columns > kMost) {
    return;
  }
  const float half = std::round(layout.gap * ui.theme.scale()) / 2;
  const auto rows = layout.seen_rows(), columns = layout.seen_columns();
  imgui::list()->PushClipRect(layout.area.min, layout.area.max, true);
  for (Index i = rows.first; i < rows.second; ++i) {
    for (Index j = columns.first; j < columns.second; ++j) {
      const Box cell = layout.cell(i, j).within(half);
      outline_box(cell, ui.theme.colors().hairline, ui.theme.px(layout.radius));
    }
  }
  imgui::list()->PopClipRect();
}

/// Draws rings around target cells, within the cells.
void draw_wanted(const Ui& ui, const PlacedHeatmap& layout, const BoolMatrix& wanted) {
  const Theme& theme = ui.theme;
  const float gap = std::round(layout.gap * theme.scale()) / 2 + theme.px(1);
  const bool is_small = std::min(layout.cell_width, layout.cell_height) < theme.px(10);
  const auto rows = layout.seen_rows(), columns = layout.seen_columns();
  imgui::list()->PushClipRect(layout.area.min, layout.area.max, true);
  for (Index i = rows.first; i < rows.second; ++i) {
    for (Index j = columns.first; j < columns.second; ++j) {
      if (!wanted(i, j)) continue;
      const Box cell = is_small ? layout.cell(i, j) : layout.cell(i, j).within(gap);
      if (is_small) {
        fill_box(cell, with_alpha(theme.colors().good, 0.7F));
      } else {
        outline_box(cell, theme.colors().good, theme.px(layout.radius), theme.px(2.5F));
      }
    }
  }
  imgui::list()->PopClipRect();
}

/// Draws rings around the cells that the number under the mouse depends on.
void draw_sources(Ui& ui, const PlacedHeatmap& layout, std::string_view name) {
  const Theme& theme = ui.theme;
  const Index last_row = layout.rows - 1, last_column = layout.columns - 1;
  const Box clip = layout.area.within(-theme.px(4));
  imgui::list()->PushClipRect(clip.min, clip.max, true);
  for (const Source& source : ui.highlight.sources()) {
    const Index row = source.row.value_or(0), column = source.column.value_or(0);
    if (source.name != name || row > last_row || column > last_column) continue;
    const Box cells{
        layout.cell(row, column).min,
        layout.cell(source.row.value_or(last_row), source.column.value_or(last_column)).max};
    // Keeps the cells' own colours, which the legend explains.
    const Box around = cells.within(-theme.px(1.5F));
    outline_box(around, theme.colors().lit_line, theme.px(5), theme.px(3));
  }
  imgui::list()->PopClipRect();
}

}  // namespace

PlacedHeatmap HeatmapView::lay_out(const Ruler& ruler, const Theme& theme, const Box& box,
                                   HeatmapPlot& plot) const {
  LabelledMatrix& heatmap = plot.heatmap;
  const double scale = theme.scale();
  const Rect room{0, 0, std::max(1.0, box.width() / scale), std::max(1.0, box.height() / scale)};
  heatmap.cells.cell = std::max(plot.cell, plot.share * std::min(room.width, room.height));
  if (theme.appearance().presenting) heatmap.cells.stretch = 1.3;
  heatmap.scale = scale;
  heatmap.zoom = zoom_;
  heatmap.center = {center_.x, center_.y};
  const HeatmapLayout units = attn::lay_out(ruler, heatmap, room);
  heatmap.matrix.area = units.matrix;
  // The plot is centred in its box, a little higher if it is small.
  const auto shifted = [&](double length, double taken, double share) {
    return static_cast<float>(std::floor(std::max(0.0, length - taken) * scale * share));
  };
  const ImVec2 at(std::round(box.min.x) + shifted(room.width, units.width, 0.42),
                  std::round(box.min.y) + shifted(room.height, units.height, 0.12));
  const DiagramFrame frame{at, theme.scale(), box};
  constexpr double kLargeCell = 30;
  const bool is_presenting = theme.appearance().presenting;
  const bool is_large =
      std::min(heatmap.matrix.cell_width(), heatmap.matrix.cell_height()) >= kLargeCell;
  if (is_large) heatmap.track = is_presenting ? 2.3 : 3;
  return {.units = units,
          .frame = frame,
          .area = frame.rect(units.area),
          .matrix = frame.rect(units.matrix),
          .rows = heatmap.matrix.rows(),
          .columns = heatmap.matrix.columns(),
          .cell_width = frame.length(heatmap.matrix.cell_width()),
          .cell_height = frame.length(heatmap.matrix.cell_height()),
          .gap = is_large ? (is_presenting ? 3.4F : 5.F) : 2.F,
          .radius = is_large ? (is_presenting ? 4.F : 6.F) : 3.F};
}

void HeatmapView::zoom_and_pan(const PlacedHeatmap& layout, const HeatmapPlot& plot) {
  const ImGuiIO& io = ImGui::GetIO();
  const float width = layout.area.width(), height = layout.area.height();
  // Two fingers on a touch pad give parts of a wheel's step, and a sideways direction.
  const bool is_smooth = io.MouseWheelH != 0 || io.MouseWheel != std::round(io.MouseWheel);
  if (ImGui::IsItemHovered() && (is_smooth || io.KeyShift)) {
    constexpr float kStep = 0.1F;  // share of what is seen
    const bool is_sideways = io.KeyShift && !is_smooth;
    center_.x -= kStep / zoom_ * (is_sideways ? io.MouseWheel : io.MouseWheelH);
    center_.y -= kStep / zoom_ * (is_sideways ? 0 : io.MouseWheel);
  } else if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const float most =
        std::min(kMostZoom, static_cast<float>(std::max(layout.rows, layout.columns)));
    const float zoom = clamped(zoom_ * std::pow(1.2F, io.MouseWheel), 1.F, std::max(1.F, most));
    // The point under the pointer stays fixed.
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
  center_.x = clamped(center_.x, margin, 1 - margin);
  center_.y = clamped(center_.y, margin, 1 - margin);
}

void HeatmapView::take_stroke(const PlacedHeatmap& layout, const HeatmapPlot& plot,
                              HeatmapInput& input) {
  const bool rubs = plot.rubs_out && ImGui::IsMouseDown(ImGuiMouseButton_Right);
  input.stroke.begins = ImGui::IsItemActivated();
  input.stroke.ends = ImGui::IsItemDeactivated();
  const bool begins_rubbing =
      plot.rubs_out && ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  if (begins_rubbing) is_rubbing_ = true;
  is_rubbing_ &= rubs;
  if (input.stroke.begins || begins_rubbing) painted_last_.reset();
  input.is_rubbing = is_rubbing_;
  if (!ImGui::IsItemActive() && !input.stroke.ends && !is_rubbing_) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Cell now{
      static_cast<Index>(std::floor((mouse.y - layout.matrix.min.y) / layout.cell_height)),
      static_cast<Index>(std::floor((mouse.x - layout.matrix.min.x) / layout.cell_width))};
  // When the mouse leaves the matrix, the cells on its way out are still painted.
  const auto rows = layout.seen_rows(), columns = layout.seen_columns();
  for (const Cell cell : cells_between(painted_last_.value_or(now), now)) {
    const bool is_row = cell.query >= rows.first && cell.query < rows.second;
    if (is_row && cell.key >= columns.first && cell.key < columns.second) {
      input.stroke.cells.push_back(cell);
    }
  }
  painted_last_ = now;
  if (input.stroke.ends) painted_last_.reset();
}

HeatmapInput HeatmapView::take_mouse(Ui& ui, const PlacedHeatmap& layout, const HeatmapPlot& plot) {
  HeatmapInput input;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool released = hit_area(ui, plot.heatmap.matrix.name, layout.area);
  input.has_keyboard =
      has_keyboard(ui, plot.heatmap.matrix.name, layout.area.within(-ui.theme.px(4)));
  zoom_and_pan(layout, plot);
  if (plot.painting) take_stroke(layout, plot, input);
  if (!ImGui::IsItemHovered() || !layout.area.contains(mouse)) return input;
  const auto at = [](float position, float start, float pitch, Index count) {
    return clamped<Index>(static_cast<Index>((position - start) / pitch), 0, count - 1);
  };
  input.hovered = Cell{at(mouse.y, layout.matrix.min.y, layout.cell_height, layout.rows),
                       at(mouse.x, layout.matrix.min.x, layout.cell_width, layout.columns)};
  if (plot.painting) return input;
  const ImVec2 drag = ImGui::GetMouseDragDelta(0, 0);
  if (released && std::abs(drag.x) + std::abs(drag.y) < 4) input.clicked = input.hovered;
  return input;
}

void HeatmapView::draw_cells(Ui& ui, const PlacedHeatmap& layout, const HeatmapPlot& plot) {
  const MatrixMark& matrix = plot.heatmap.matrix;
  const HeatmapCells cells{.matrix = layout.matrix,
                           .area = layout.area,
                           .cell_width = layout.cell_width,
                           .cell_height = layout.cell_height,
                           .colormap = *matrix.colormap,
                           .range = matrix.range,
                           .gap = layout.gap,
                           .radius = layout.radius,
                           .ground = plot.ground};
  plot.softmax ? plot.softmax->draw(ui, heatmap_, cells) : draw_heatmap_cells(ui, heatmap_, cells);
}

/// Scrolls the visible part by the least amount that shows the cell.
void HeatmapView::reveal(Cell cell, const MatrixMark& matrix) {
  const auto along = [this](float& center, Index at, Index count) {
    const float size = 1 / static_cast<float>(count), start = static_cast<float>(at) * size;
    const float room = std::max(0.F, 0.5F / zoom_ - size);
    center = clamped(center, start + size / 2 - room, start + size / 2 + room);
    center = clamped(center, 0.5F / zoom_, 1 - 0.5F / zoom_);
  };
  along(center_.x, cell.key, matrix.columns());
  along(center_.y, cell.query, matrix.rows());
}

HeatmapInput HeatmapView::draw(Ui& ui, const Box& box, HeatmapPlot plot) {
  LabelledMatrix& heatmap = plot.heatmap;
  const MatrixMark& matrix = heatmap.matrix;
  if (plot.walked) reveal(*plot.walked, matrix);
  const WindowRuler ruler(ui.theme);
  const PlacedHeatmap layout = lay_out(ruler, ui.theme, box, plot);
  area_ = layout.area;
  const auto rows = layout.seen_rows(), columns = layout.seen_columns();
  HeatmapInput input = take_mouse(ui, layout, plot);
  draw_cells(ui, layout, plot);
  draw_edges(ui, layout);
  if (matrix.numbers && cells_take_numbers(ruler, matrix)) {
    input.rows_with_numbers = rows;
    std::optional<Index> strong;
    if (heatmap.shown) strong = heatmap.shown->query;
    draw_numbers(ui, layout.frame, matrix, layout.area, rows, columns, strong);
  }
  if (heatmap.has_masked && layout.units.has_pills) {
    heatmap.unseeing = unseeing_rows(*matrix.scores, rows.first, rows.second);
  }
  Diagram around;
  add_around(around, ruler, heatmap, layout.units);
  input.clicks_legend = around_.draw(ui, layout.frame.at, box, around).clicked == "legend";
  const BoolMatrix* wanted = plot.wanted;
  if (wanted && wanted->rows() == layout.rows && wanted->cols() == layout.columns) {
    draw_wanted(ui, layout, *wanted);
  }
  draw_sources(ui, layout, matrix.name);
  const Box legend = layout.frame.rect(layout.units.legend);
  ui.map.add(matrix.name + ".legend", legend.min, legend.max);
  if (ui.map.is_wanted() && layout.rows * layout.columns <= 4096) {
    for (Index i = rows.first; i < rows.second; ++i) {
      for (Index j = columns.first; j < columns.second; ++j) {
        const Box cell = layout.cell(i, j);
        ui.map.add(matrix.name + "[" + std::to_string(i) + "][" + std::to_string(j) + "]", cell.min,
                   cell.max);
      }
    }
  }
  return input;
}

void take_heatmap_keys(Ui& ui, Access access, bool painting, HeatmapInput& input) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const bool takes_mouse = input.hovered && (moved.x != 0 || moved.y != 0);
  if (!input.has_keyboard || takes_mouse) access.look.walked.reset();
  if (!input.has_keyboard) return;
  ui.keys.take_each([&](const KeyEvent& event) { return walks(access, event); });
  if (access.look.walked && Focus::take_press(ui.keys)) {
    if (painting) {
      input.stroke = {.begins = true, .ends = true, .cells = {*access.look.walked}};
    } else {
      access.look.view.selection = access.look.walked;
    }
  }
  const bool is_painting = access.look.painting || access.look.learning.is_painting;
  if (!is_painting && ui.keys.take(GLFW_KEY_ESCAPE)) {
    access.look.walked.reset();
    access.look.view.selection.reset();
  }
}

}  // namespace attn::ui
