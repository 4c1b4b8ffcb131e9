#include "app/figure/heatmap_figure.h"

#include <map>
#include <string>

#include "app/document/numbers.h"
#include "app/figure/heatmap_image.h"
#include "app/figure/palette.h"

namespace attn {
namespace {

void draw_image(cairo_t* cr, const Heatmap& heatmap, const HeatmapLayout& layout) {
  const int width = layout.grid.image_width;
  const int height = layout.grid.image_height;
  const std::vector<std::uint32_t> pixels = heatmap_image(
      heatmap.shades(), heatmap.scores, heatmap.colormap, heatmap.shading.range, width, height);
  if (layout.masked_swatch) draw_hatch(cr, layout.grid.area);
  draw_pixels(cr, layout.grid.area, width, height, pixels);
}

// One path for all of them, so that neighbours that touch show no seam.
void draw_masked_cells(cairo_t* cr, const Heatmap& heatmap, const CellGrid& grid) {
  cairo_save(cr);
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (heatmap.is_masked(i, j)) add_rounded(cr, grid.masked_cell(i, j), grid.masked_radius());
    }
  }
  cairo_clip(cr);
  draw_hatch(cr, grid.area);
  cairo_restore(cr);
}

void draw_cells(cairo_t* cr, const Heatmap& heatmap, const CellGrid& grid) {
  cairo_save(cr);
  // Cells that touch would let the paper through at smoothed edges.
  if (grid.gap == 0) cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (heatmap.is_masked(i, j)) continue;
      set_color(cr, color_of(heatmap.colormap, heatmap.shading.range, heatmap.shades()(i, j)));
      add_rounded(cr, grid.cell(i, j), grid.radius);
      cairo_fill(cr);
    }
  }
  cairo_restore(cr);
}

void draw_numbers(cairo_t* cr, const Heatmap& heatmap, const HeatmapLayout& layout) {
  if (layout.number_size == 0) return;
  const TextStyle style{.size = layout.number_size, .tabular = true};
  std::map<std::string, Text> set;  // few numbers differ
  const CellGrid& grid = layout.grid;
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (heatmap.is_masked(i, j)) continue;
      const std::string digits = fixed(heatmap.values(i, j), 2);
      const auto found = set.try_emplace(digits, digits, style).first;
      const Rect cell = grid.cell(i, j);
      const Rgb color =
          text_color_on(color_of(heatmap.colormap, heatmap.shading.range, heatmap.shades()(i, j)));
      found->second.draw(cr, cell.x + cell.width / 2,
                         cell.y + cell.height / 2 + cap_height(style) / 2, Align::center, color);
    }
  }
}

void draw_pills(cairo_t* cr, const HeatmapLayout& layout) {
  for (const Rect& pill : layout.pills) add_rounded(cr, pill, pill.height / 2);
  set_color(cr, kPaper);
  cairo_fill(cr);
}

void draw_frame(cairo_t* cr, const Rect& rect) {
  cairo_rectangle(cr, rect.x - 0.5, rect.y - 0.5, rect.width + 1, rect.height + 1);
  set_color(cr, kHairline);
  cairo_set_line_width(cr, 1);
  cairo_stroke(cr);
}

void draw_legend(cairo_t* cr, const Colormap& colormap, const HeatmapLayout& layout) {
  const Rect& bar = layout.legend;
  cairo_save(cr);
  add_rounded(cr, bar, 3);
  cairo_clip(cr);
  // Each step down to the bar's end, under the next: no paper shows between them.
  const std::size_t count = colormap.steps.size();
  for (std::size_t step = count; step-- > 0;) {
    const double top = static_cast<double>(count - 1 - step) / static_cast<double>(count);
    set_color(cr, colormap.steps[step]);
    cairo_rectangle(cr, bar.x, bar.y + top * bar.height, bar.width, (1 - top) * bar.height);
    cairo_fill(cr);
  }
  cairo_restore(cr);
  add_rounded(cr, {bar.x - 0.5, bar.y - 0.5, bar.width + 1, bar.height + 1}, 3.5);
  set_color(cr, kHairline);
  cairo_set_line_width(cr, 1);
  cairo_stroke(cr);
  if (layout.masked_swatch) {
    cairo_save(cr);
    add_rounded(cr, *layout.masked_swatch, 2);
    cairo_clip(cr);
    draw_hatch(cr, *layout.masked_swatch);
    cairo_restore(cr);
  }
}

void draw_texts(cairo_t* cr, const HeatmapLayout& layout) {
  for (const PlacedText& placed : layout.texts) {
    cairo_save(cr);
    if (placed.slot > 0) {
      cairo_translate(cr, placed.x, placed.y);
      cairo_rotate(cr, placed.angle);
      cairo_rectangle(cr, -layout.width, -placed.middle - placed.slot / 2, 2 * layout.width,
                      placed.slot);
      cairo_clip(cr);
      cairo_rotate(cr, -placed.angle);
      cairo_translate(cr, -placed.x, -placed.y);
    }
    placed.text.draw(cr, placed.x, placed.y, placed.align, placed.color, placed.angle);
    cairo_restore(cr);
  }
}

void draw_ticks(cairo_t* cr, const HeatmapLayout& layout) {
  set_color(cr, kFaint);
  cairo_set_line_width(cr, 1);
  for (const Tick& tick : layout.ticks) {
    cairo_move_to(cr, tick.x, tick.y);
    cairo_rel_line_to(cr, tick.dx, tick.dy);
  }
  cairo_stroke(cr);
}

}  // namespace

void draw_heatmap(cairo_t* cr, const Heatmap& heatmap, const HeatmapLayout& layout) {
  set_color(cr, kPaper);
  cairo_paint(cr);
  if (layout.grid.as_image) {
    draw_image(cr, heatmap, layout);
  } else {
    if (layout.masked_swatch) draw_masked_cells(cr, heatmap, layout.grid);
    draw_cells(cr, heatmap, layout.grid);
    draw_numbers(cr, heatmap, layout);
  }
  if (layout.grid.gap == 0) draw_frame(cr, layout.grid.area);
  draw_pills(cr, layout);
  draw_legend(cr, heatmap.colormap, layout);
  draw_ticks(cr, layout);
  draw_texts(cr, layout);
}

}  // namespace attn
