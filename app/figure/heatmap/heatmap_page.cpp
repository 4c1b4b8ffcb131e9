// How large the cells of a heatmap are on a page of a given size.
#include <algorithm>

#include "app/figure/heatmap/figure_frame.h"
#include "app/figure/heatmap/heatmap_layout.h"

namespace attn {
namespace {

constexpr double kSmallestMatrix = 64;  // of a matrix: what is smaller is a stamp

bool fits(const HeatmapLayout& layout, const FigurePage& page, const std::string& caption) {
  return (!page.width || layout.width <= *page.width) &&
         (!page.height || layout.height + caption_height(caption, layout.width) <= *page.height);
}

}  // namespace

HeatmapLayout lay_out(const Heatmap& heatmap, const FigurePage& page, const std::string& caption) {
  HeatmapLimits limits;
  limits.cells.side *= page.room;
  limits.cells.cell *= page.room;
  limits.words *= page.room;
  if (page.width) limits.words = std::min(limits.words, *page.width - 2 * kFigureMargin);
  if (!page.width && !page.height) return lay_out(heatmap, page.scale, limits);
  // The larger the cells, the larger the figure: the largest that fit.
  double smallest = kSmallestMatrix;
  double largest = std::max(page.width.value_or(0), page.height.value_or(0));
  constexpr int kSteps = 12;  // to a four-thousandth of the page
  for (int step = 0; step < kSteps; ++step) {
    const double side = (smallest + largest) / 2;
    limits.cells = {side, side};
    (fits(lay_out(heatmap, page.scale, limits), page, caption) ? smallest : largest) = side;
  }
  limits.cells = {smallest, smallest};
  return lay_out(heatmap, page.scale, limits);
}

}  // namespace attn
