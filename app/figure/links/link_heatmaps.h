#pragma once

#include <string>

#include "app/figure/diagram/shading.h"
#include "app/figure/links/drawn_links.h"

namespace attn {

/// The weights of the heads that are shown as small heatmaps on one scale, where they stand: the
/// outer ones alone have labels, to the left and below.
struct LinkHeatmaps {
  double width = 0, height = 0;
  int columns = 1, rows = 1;
  double cell = 0;                           ///< the side of a cell
  double row_labels = 0, column_labels = 0;  ///< the room that labels take
  std::vector<Shading> shadings{};           ///< of the heads that are shown
  Shading legend{};                          ///< none where its kind is null
};

/// As large as they fit into a room so wide and so high.
LinkHeatmaps link_heatmaps(const ViewInput& input, const DrawnLinks& drawn, double width,
                           double height);

/// Whether they are large enough to be looked at; `has_labels`: and all rows have their label.
bool are_readable(const LinkHeatmaps& heatmaps, const ViewInput& input, bool has_labels);

/// From `at` on, with `letter` before them, if any; the row of the shown query is outlined.
/// Matrices: "links.cells[h]".
void add_link_heatmaps(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                       const LinkHeatmaps& heatmaps, Point at, const std::string& letter);

}  // namespace attn
