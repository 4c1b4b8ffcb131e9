#include "app/figure/positions/position_panels.h"

#include <algorithm>
#include <cmath>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/index_heatmap.h"
#include "app/figure/numbers/frequencies.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string count_of(Index count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Row of the selected query, if there is one.
std::optional<Index> shown_row(const PositionCanvas& canvas) {
  if (!canvas.input.shown) return std::nullopt;
  return canvas.input.query();
}

/// Range from the least to the largest number, including 0, the least rounded down to a number that
/// fits a legend.
ColorRange range_of(const Matrix& matrix) {
  const float high = std::max(matrix.maxCoeff(), 1e-6F), step = high / 50;
  return {std::min(0.F, std::floor(matrix.minCoeff() / step) * step), high};
}

}  // namespace

const Colormap& position_colormap(const ViewInput& input, const char* otherwise) {
  const Colormap* map = find_colormap(input.state.colormap);
  return map ? *map : *find_colormap(otherwise);
}

void add_encoding(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  const std::string name = model.kind->rotate ? "angles" : "$P$";
  add_index_heatmap(canvas.diagram, canvas.ruler(),
                    {.matrix = {.name = "positions.P",
                                .area = {},
                                .values = model.table,
                                .colormap = &position_colormap(canvas.input, "red-blue"),
                                .range = symmetric_range({model.table.get()}),
                                .numbers = canvas.input.state.numbers,
                                .symbol = name},
                     .caption = name + " — " + count_of(model.rows(), "position", "positions") +
                                " × " + count_of(model.width, "dimension", "dimensions"),
                     .row_axis = "position →",
                     .column_axis = "dimension →",
                     .has_legend = canvas.input.legend,
                     .marked_rows = model.tokens,
                     .row = shown_row(canvas)},
                    room);
}

void add_similarity(const PositionCanvas& canvas, Rect room) {
  const auto values = std::make_shared<const Matrix>(similarity(*canvas.model.table));
  add_index_heatmap(
      canvas.diagram, canvas.ruler(),
      {.matrix = {.name = "positions.similarity",
                  .area = {},
                  .values = values,
                  .colormap = &position_colormap(canvas.input, "indigo"),
                  .range = range_of(*values),
                  .numbers = canvas.input.state.numbers,
                  .symbol = "$P P^\\top$"},
       .caption = canvas.model.turns ? "$P P^\\top$ — near positions look alike" : "$P P^\\top$",
       .row_axis = "position →",
       .column_axis = "position →",
       .has_legend = canvas.input.legend,
       .is_square = true,
       .marked_rows = canvas.model.tokens,
       .row = shown_row(canvas)},
      room);
}

void add_similarity_curve(const PositionCanvas& canvas, Rect room) {
  const Matrix& table = *canvas.model.table;
  const Index middle = table.rows() / 2;
  const Eigen::VectorXd row =
      (table.cast<double>() * table.row(middle).cast<double>().transpose()).eval();
  const std::vector<double> values(row.begin(), row.end());
  const std::string from = std::to_string(middle);
  room = add_caption(canvas.diagram, canvas.ruler(),
                     "$P_{" + from + "} \\cdot P_{" + from + " + \\mathrm{distance}}$", room);
  if (room.height < 75 || room.width < 60) return;
  const auto [low, high] = std::ranges::minmax(values);
  const Plot plot = add_plot(canvas.diagram, canvas.ruler(), room,
                             {.area = {},
                              .x0 = -static_cast<double>(middle),
                              .x1 = static_cast<double>(table.rows() - 1 - middle),
                              .y0 = std::min(0.0, low),
                              .y1 = high},
                             "distance $\\key{j} - \\query{i}$ →");
  add_curve(canvas.diagram, plot, plot.x0, values, series_paint(0));
}

std::string wavelength_text(double frequency) {
  const double length = wavelength(frequency);
  return length >= 1000 && length < 1e6 ? fixed(length, 0) : brief(length, 3);
}

std::string list_of(const std::vector<Index>& numbers) {
  return joined(numbers, [](Index n) { return std::to_string(n); });
}

void add_dimension_curves(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  const std::vector<Index> dimensions = drawn_dimensions(model, canvas.options());
  const std::string what = dimensions.size() == 1 ? "dimension " : "dimensions ";
  const std::string named = what + list_of(dimensions);
  room = add_caption(canvas.diagram, canvas.ruler(), named + " along the sequence", room, named);
  if (room.height >= 150) {
    std::vector<LegendEntry> entries;
    for (std::size_t n = 0; n < dimensions.size(); ++n) {
      const Index c = dimensions[n];
      const std::string wave =
          model.frequencies.empty()
              ? ""
              : "  $\\lambda = " + tex_number(wavelength_text(model.frequency_of(c))) + "$";
      entries.push_back({std::to_string(c) + wave, series_paint(n)});
    }
    room = add_line_legend(canvas.diagram, canvas.ruler(), entries, room);
  }
  if (room.height < 56 || room.width < 60) return;
  const ColorRange range = symmetric_range({model.table.get()});
  const Plot plot = add_plot(canvas.diagram, canvas.ruler(), room,
                             {.area = {},
                              .x0 = 0,
                              .x1 = static_cast<double>(model.rows() - 1),
                              .y0 = static_cast<double>(range.low),
                              .y1 = static_cast<double>(range.high)},
                             room.height >= 110 ? "position →" : "");
  for (std::size_t n = 0; n < dimensions.size(); ++n) {
    const auto column = model.table->col(dimensions[n]);
    std::vector<double> values;
    for (Index i = 0; i < model.rows(); ++i) values.push_back(static_cast<double>(column(i)));
    add_curve(canvas.diagram, plot, 0, values, series_paint(n));
  }
}

}  // namespace attn
