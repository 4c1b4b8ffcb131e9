#pragma once

#include <optional>
#include <vector>

#include "app/figure/draw.h"
#include "app/figure/heatmap.h"
#include "app/figure/text.h"

namespace attn {

/// A text at its place in the figure.
struct PlacedText {
  Text text;
  double x = 0, y = 0;  ///< of the anchor, on the baseline
  Align align = Align::left;
  Rgb color{};
  double angle = 0;
  double slot = 0;  ///< the height that its ink may take, 0 for any: neighbours never touch
};

/// A mark from a label to its row or column, or from the legend to its number.
struct Tick {
  double x = 0, y = 0, dx = 0, dy = 0;
};

/// Where everything of a heatmap's figure lies.
struct HeatmapLayout {
  double width = 0, height = 0;
  Rect matrix;
  Index rows = 0, columns = 0;
  double gap = 0;     ///< between cells
  double radius = 0;  ///< of a cell's corners
  bool as_image = false;
  int image_width = 0, image_height = 0;  ///< pixels, where the cells are one image
  double number_size = 0;                 ///< em of the cells' numbers, 0 where they have none
  Rect legend;                            ///< the bar of colours, the highest above
  std::optional<Rect> masked_swatch;
  std::vector<Index> unseeing;  ///< rows that see no key and have room to say so in themselves
  std::vector<PlacedText> texts;
  std::vector<Tick> ticks;

  double cell_width() const { return matrix.width / static_cast<double>(columns); }
  double cell_height() const { return matrix.height / static_cast<double>(rows); }
  /// The cell without its gap.
  Rect cell(Index row, Index column) const;
};

/// Lays out `heatmap` for `scale` pixels a unit: cells are whole pixels wherever they can be.
HeatmapLayout lay_out(const Heatmap& heatmap, double scale);

}  // namespace attn
