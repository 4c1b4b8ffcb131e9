#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/figure/page/figure_fit.h"

namespace attn {

/// How a figure's parts are placed and what it may leave out.
struct Arrangement {
  int columns = 1;
  bool legend_below = false;  ///< legends of heatmaps are below, not beside them
  bool thins_names = false;   ///< names of heatmaps may be left out
};

/// Parts of a figure.
struct Arranged {
  std::size_t count = 1;  ///< parts side by side or below each other
  int columns = 0;        ///< required number of them side by side; 0: free
  int usual = 0;          ///< preferred number; 0: as usual_columns() says
  bool are_heatmaps = true;
};

/// Arrangements of `parts`, the preferred ones first: all names, with other columns and the legend
/// below if need be; then only names that fit.
std::vector<Arrangement> arrangements(const Arranged& parts, const FigureOptions& options);

/// The figure in the first arrangement that fits the page; with all names, a figure on paper is no
/// higher than a page. Throws OptionError with the least size, as fitting_figure() does. `name`:
/// "a figure of 3 panels in 2 columns".
Drawing arranged_figure(
    const std::vector<Arrangement>& arrangements,
    const std::function<LaidFigure(const Arrangement&, const FigurePage&)>& lay_out,
    const FigurePage& page, const FigureOptions& options,
    const std::function<std::string(const Arrangement&)>& name);

}  // namespace attn
