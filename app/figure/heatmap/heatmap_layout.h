#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/heatmap/figure_page.h"
#include "app/figure/heatmap/heatmap.h"
#include "app/figure/text/paint.h"
#include "app/figure/text/text.h"

namespace attn {

/// A text at its place in the figure.
struct PlacedText {
  Text text;
  double x = 0, y = 0;  ///< of the anchor, on the baseline
  Align align = Align::left;
  Ink ink = Ink::text;
  double angle = 0;   ///< radians, clockwise
  double slot = 0;    ///< the height that its ink may take, 0 for any: neighbours never touch
  double middle = 0;  ///< the slot's middle above the baseline
  TextRole role = TextRole::words;
};

/// A mark from a label to its row or column, or from the legend to its number.
struct Tick {
  double x = 0, y = 0, dx = 0, dy = 0;
};

/// Where everything of a heatmap's figure lies.
struct HeatmapLayout {
  double width = 0, height = 0;
  CellGrid grid;
  double number_size = 0;             ///< em of the cells' numbers, 0 where they have none
  std::optional<LegendBar> legend;    ///< the colours, the highest above
  std::optional<Rect> masked_swatch;  ///< where any cell is masked
  std::optional<Rect> outlined;       ///< a row
  std::vector<Rect> pills;            ///< behind words that stand on hatched rows
  std::vector<PlacedText> texts;
  std::vector<Tick> ticks;
};

/// How large a heatmap may be, in units.
struct HeatmapLimits {
  CellLimits cells{};
  double words = 600;  ///< a title makes the figure no wider than that
};

/// Lays out `heatmap` for `scale` pixels a unit.
HeatmapLayout lay_out(const Heatmap& heatmap, double scale, const HeatmapLimits& limits = {});
/// Lays out `heatmap` so that it fills `page` with `caption` below it; where that has no room, it
/// is larger.
HeatmapLayout lay_out(const Heatmap& heatmap, const FigurePage& page,
                      const std::string& caption = "");

}  // namespace attn
