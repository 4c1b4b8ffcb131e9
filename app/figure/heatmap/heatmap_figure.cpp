#include "app/figure/heatmap/heatmap_figure.h"

#include <map>
#include <string>
#include <vector>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/heatmap_image.h"
#include "app/figure/text/palette.h"

namespace attn {
namespace {

void draw_image(Canvas& canvas, const Heatmap& heatmap, const HeatmapLayout& layout) {
  const Rect& area = layout.grid.area;
  const int width = image_pixels(area.width, layout.grid.columns, canvas.resolution());
  const int height = image_pixels(area.height, layout.grid.rows, canvas.resolution());
  std::optional<Matrix> strongest, shades;
  if (heatmap.strongest) {
    strongest = heatmap.strongest(height, width);
    if (heatmap.shading.has_shades()) shades = heatmap.shading.shades(*strongest);
  }
  const std::vector<std::uint32_t> pixels =
      heatmap_image(shades      ? *shades
                    : strongest ? *strongest
                                : heatmap.shades(),
                    strongest ? *strongest : heatmap.scores, canvas.colors(heatmap.colormap),
                    heatmap.shading.range, width, height);
  if (heatmap.has_masked) canvas.hatch({&area, 1}, 0);
  canvas.image(area, {width, height, pixels});
}

void draw_cells(Canvas& canvas, const Heatmap& heatmap, const CellGrid& grid) {
  const Colormap& colors = canvas.colors(heatmap.colormap);
  std::vector<Rect> masked;
  std::vector<Canvas::Cell> cells;
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (heatmap.is_masked(i, j)) {
        masked.push_back(grid.masked_cell(i, j));
      } else {
        cells.push_back({grid.cell(i, j), heatmap.color(colors, i, j)});
      }
    }
  }
  canvas.hatch(masked, grid.masked_radius());
  canvas.cells(cells, grid.radius, grid.gap == 0);
}

void draw_numbers(Canvas& canvas, const Heatmap& heatmap, const HeatmapLayout& layout) {
  if (layout.number_size == 0) return;
  const TextStyle style{.size = layout.number_size, .tabular = true};
  const Colormap& colors = canvas.colors(heatmap.colormap);
  std::map<std::string, Text> set;  // few numbers differ
  const CellGrid& grid = layout.grid;
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (heatmap.is_masked(i, j)) continue;
      const std::string digits = fixed(heatmap.values(i, j), 2);
      const auto found = set.try_emplace(digits, digits, style).first;
      const Rect cell = grid.cell(i, j);
      const Rgb color = text_color_on(heatmap.color(colors, i, j));
      canvas.text(found->second, {.data = color},
                  {cell.middle_x(), cell.middle_y() + cap_height(style) / 2, Align::center});
    }
  }
}

void draw_frame(Canvas& canvas, const Rect& rect, double radius) {
  canvas.rect({rect.x - 0.5, rect.y - 0.5, rect.width + 1, rect.height + 1}, radius,
              {.stroke = Paint{Ink::hairline}});
}

/// The end of a legend beyond which there are numbers.
void draw_point(Canvas& canvas, const std::vector<Point>& points, ColorStep color) {
  if (points.empty()) return;
  canvas.path(points, true, {.fill = Paint{.step = color}, .stroke = Paint{Ink::hairline}});
}

void draw_legend(Canvas& canvas, const Colormap& colormap, const HeatmapLayout& layout) {
  if (!layout.legend) return;
  // Each step down to the bar's end, under the next: no ground shows between them.
  const Rect& bar = layout.legend->bar;
  const std::size_t count = colormap.steps.size();
  std::vector<Canvas::Cell> steps;
  for (std::size_t step = count; step-- > 0;) {
    const double top = static_cast<double>(count - 1 - step) / static_cast<double>(count);
    steps.push_back({{bar.x, bar.y + top * bar.height, bar.width, (1 - top) * bar.height},
                     colormap.steps[step]});
  }
  const auto& [_, low, high] = *layout.legend;
  const double radius = low.empty() && high.empty() ? 3 : 0;  // a pointed end begins at corners
  canvas.clip(bar, radius);
  canvas.cells(steps, 0, false);
  canvas.clip({});
  draw_frame(canvas, bar, radius > 0 ? radius + 0.5 : 0);
  draw_point(canvas, low, {&colormap, 0});
  draw_point(canvas, high, {&colormap, colormap.steps.size() - 1});
  if (layout.masked_swatch) canvas.hatch({&*layout.masked_swatch, 1}, 2);
}

void draw_texts(Canvas& canvas, const HeatmapLayout& layout) {
  for (const PlacedText& placed : layout.texts) {
    canvas.text(placed.text, {placed.ink},
                {placed.x, placed.y, placed.align, placed.angle, placed.slot, placed.middle});
  }
}

}  // namespace

void draw_heatmap(Canvas& canvas, const Heatmap& heatmap, const HeatmapLayout& layout) {
  if (layout.grid.as_image) {
    draw_image(canvas, heatmap, layout);
  } else {
    draw_cells(canvas, heatmap, layout.grid);
    draw_numbers(canvas, heatmap, layout);
  }
  if (layout.grid.gap == 0) draw_frame(canvas, layout.grid.area, 0);
  if (layout.outlined) {
    canvas.rect(*layout.outlined, 4, {.stroke = Paint{Ink::query}, .line = 1.5});
  }
  for (const Rect& pill : layout.pills) {
    canvas.rect(pill, pill.height / 2, {.fill = Paint{Ink::panel}});
  }
  draw_legend(canvas, canvas.colors(heatmap.colormap), layout);
  for (const Tick& tick : layout.ticks) {
    const Point ends[] = {{tick.x, tick.y}, {tick.x + tick.dx, tick.y + tick.dy}};
    canvas.path(ends, false, {.stroke = Paint{Ink::faint}});
  }
  draw_texts(canvas, layout);
}

}  // namespace attn
