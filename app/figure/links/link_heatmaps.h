#pragma once

#include <string>

#include "app/figure/diagram/shading.h"
#include "app/figure/links/drawn_links.h"

namespace attn {

/// Layout of small heatmaps of the shown heads' weights on one scale: only the outer ones have
/// labels, to the left and below.
struct LinkHeatmaps {
  double width = 0, height = 0;
  int columns = 1, rows = 1;
  double cell = 0;                           ///< side length of a cell
  double row_labels = 0, column_labels = 0;  ///< space for labels
  std::vector<Shading> shadings{};           ///< one for each shown head
  Shading legend{};                          ///< null kind: no legend
};

/// Largest layout for this width and height.
LinkHeatmaps link_heatmaps(const ViewInput& input, const DrawnLinks& drawn, double width,
                           double height);

/// Returns whether they are large enough to read; with `has_labels`, also whether all rows have
/// labels.
bool are_readable(const LinkHeatmaps& heatmaps, const ViewInput& input, bool has_labels);

/// Draws the heatmaps at `at`, with `letter` before them, if any; the row of the shown query is
/// outlined. Matrices: "links.cells[h]".
void add_link_heatmaps(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                       const LinkHeatmaps& heatmaps, Point at, const std::string& letter);

}  // namespace attn
