#include "app/figure/page/arrangement.h"

#include <algorithm>
#include <cmath>

#include "app/figure/diagram/heatmap_grid.h"

namespace attn {

namespace {

/// Possible columns, the preferred ones first: fewer than usual on a page of any height, on others
/// by the page's proportions.
std::vector<int> possible_columns(const Arranged& parts, const FigureOptions& options) {
  const auto count = static_cast<int>(parts.count);
  if (parts.columns > 0) return {std::min(parts.columns, count)};
  const int usual = parts.usual > 0 ? parts.usual : usual_columns(parts.count);
  const bool has_proportions = options.width && options.height;
  std::vector<int> columns;
  for (int n = has_proportions ? count : usual; n >= 1; --n) columns.push_back(n);
  if (!has_proportions) return columns;
  const double best = std::sqrt(count * static_cast<double>(*options.width) / *options.height);
  std::ranges::stable_sort(columns, {}, [&](int n) { return std::abs(std::log(n / best)); });
  return columns;
}

}  // namespace

std::vector<Arrangement> arrangements(const Arranged& parts, const FigureOptions& options) {
  const bool has_legend = options.legend && parts.are_heatmaps && parts.count > 1;
  std::vector<Arrangement> all;
  for (const bool thins_names : {false, true}) {
    if (thins_names && (!parts.are_heatmaps || options.look.every)) break;
    for (const int columns : possible_columns(parts, options)) {
      all.push_back({columns, false, thins_names});
      if (has_legend) all.push_back({columns, true, thins_names});
    }
  }
  return all;
}

Drawing arranged_figure(
    const std::vector<Arrangement>& arrangements,
    const std::function<LaidFigure(const Arrangement&, const FigurePage&)>& lay_out,
    const FigurePage& page, const FigureOptions& options,
    const std::function<std::string(const Arrangement&)>& name) {
  const auto lay_out_in = [&](const Arrangement& one) {
    return [&](const FigurePage& on) { return lay_out(one, on); };
  };
  const double highest = page_height(options);
  for (const Arrangement& one : arrangements) {
    auto drawing = figure_that_fits(lay_out_in(one), page, options);
    if (!drawing) continue;
    const bool is_preferred = one.columns == arrangements.front().columns || one.thins_names;
    if (highest == 0 || is_preferred || drawing->height_in_inches() <= highest) {
      return *std::move(drawing);
    }
  }
  const Arrangement& last = arrangements.back();
  return fitting_figure(lay_out_in(last), page, options, name(last));
}

}  // namespace attn
