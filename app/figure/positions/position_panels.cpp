#include "app/figure/positions/position_panels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/index_heatmap.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kWords = 34;  // two lines of text below a dial
constexpr double kLargestDial = 96, kLikely = 64, kSmallest = 30;
constexpr double kDialGap = 22;

/// Hand of pair `j` in a row of the model's table.
struct Hand {
  double length, angle;
};
Hand hand_of(const PositionModel& model, const Matrix& table, Index row, Index j) {
  const auto [sine, cosine] = columns_of_pair(model.layout, table.cols() / 2, j);
  const double y = table(row, sine), x = table(row, cosine);
  return {std::hypot(y, x), std::atan2(y, x)};
}

Point on_circle(Point center, double radius, double angle) {
  return {center.x + radius * std::cos(angle), center.y - radius * std::sin(angle)};
}

std::string degrees(double turn) {
  return with_minus(brief(std::round(turn * 1800 / std::numbers::pi) / 10, 6)) + "°";
}

/// Draws the path of the hand, at most one full turn.
void add_arc(Diagram& diagram, const Dial& dial, Point center, double radius) {
  const double full = 2 * std::numbers::pi;
  const double turn = std::clamp(dial.turn, -full, full);
  const int steps = std::max(2, static_cast<int>(std::abs(turn) * 8));
  LineMark arc{.paint = {Ink::query, 0.45}, .line = 1.5};
  for (int n = 0; n <= steps; ++n) {
    arc.points.push_back(on_circle(center, radius, dial.from + turn * n / steps));
  }
  diagram.add(std::move(arc));
}

void add_dial(const PositionCanvas& canvas, const Dial& dial, Point center, double radius,
              double pitch) {
  Diagram& diagram = canvas.diagram;
  diagram.add(DiscMark{center, radius, Paint{Ink::field}, Paint{Ink::hairline}});
  add_arc(diagram, dial, center, radius * 0.5);
  diagram.add(LineMark{
      {center, on_circle(center, radius * 0.88 * dial.from_length, dial.from)}, {Ink::faint}, 2});
  diagram.add(LineMark{
      {center, on_circle(center, radius * 0.88 * dial.to_length, dial.to)}, {Ink::query}, 2.5});
  const std::string pair = "j = " + std::to_string(dial.pair);
  diagram.add(FormulaMark{.at = {center.x, center.y + radius + 11},
                          .tex = pair,
                          .type = Type::small,
                          .paint = {Ink::secondary},
                          .align = 0.5,
                          .role = TextRole::tick});
  const std::string turn = canvas.ruler().shortened(degrees(dial.turn), Type::small, pitch - 4);
  diagram.add_text({center.x, center.y + radius + 26}, turn, Type::small, {Ink::query}, 0.5);
  diagram.add_target("positions.dial[" + std::to_string(dial.pair) + "]",
                     square_around(center, radius));
}

/// Grid with the largest dials for which all fit; otherwise as many dials of the smallest readable
/// size as fit.
struct DialGrid {
  double side = 0;
  int columns = 1, rows = 1;
};

DialGrid grid_of(std::size_t count, const Rect& room, double widest) {
  const auto fit = [&](double side) {
    const double pitch = std::max(side + kDialGap, widest + 8);
    return DialGrid{side, static_cast<int>(room.width / pitch),
                    static_cast<int>((room.height + 6) / (side + kWords + 6))};
  };
  for (double side = kLargestDial; side > kLikely; side -= 4) {
    const DialGrid grid = fit(side);
    if (static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows) >= count) {
      return grid;
    }
  }
  const double side = std::clamp(room.height - kWords, kSmallest, kLikely);
  return fit(side);
}

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

void add_encoding(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  const std::string name = model.kind->rotate ? "angles" : "$P$";
  add_index_heatmap(canvas.diagram, canvas.ruler(),
                    {.matrix = {.name = "positions.P",
                                .values = model.table,
                                .colormap = &colormap_of(canvas.input.state, "red-blue"),
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
                  .values = values,
                  .colormap = &colormap_of(canvas.input.state, "indigo"),
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
                             {.x0 = -static_cast<double>(middle),
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
                             {.x0 = 0,
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

std::vector<Dial> dials(const PositionModel& model, Index start, Index shift) {
  const Index end = start + shift;
  const Matrix table = model.make(std::max(start, end) + 1);
  std::vector<Dial> result;
  if (start < 0 || end < 0 || std::max(start, end) >= table.rows()) return result;
  double longest = 0;
  for (Index j = 0; j < table.cols() / 2; ++j) {
    for (const Index row : {start, end}) {
      longest = std::max(longest, hand_of(model, table, row, j).length);
    }
  }
  if (longest == 0) longest = 1;
  for (Index j = 0; j < table.cols() / 2; ++j) {
    const Hand from = hand_of(model, table, start, j), to = hand_of(model, table, end, j);
    Dial dial{j, from.angle, to.angle, from.length / longest, to.length / longest};
    const auto wave = static_cast<std::size_t>(j);
    dial.turn = model.turns ? static_cast<double>(shift) * model.frequencies[wave]
                            : std::remainder(dial.to - dial.from, 2 * std::numbers::pi);
    result.push_back(dial);
  }
  return result;
}

void add_dials(const PositionCanvas& canvas, const std::vector<Dial>& dials, Rect room) {
  double widest = 0;
  for (const Dial& dial : dials) {
    widest = std::max(widest, canvas.ruler().width(degrees(dial.turn), Type::small));
  }
  const DialGrid grid = grid_of(dials.size(), room, std::min(widest, 70.0));
  if (grid.rows < 1 || grid.columns < 1) return;
  const auto columns = static_cast<std::size_t>(grid.columns);
  const double pitch = std::min(room.width / grid.columns, grid.side + 60);
  const std::size_t shown = std::min(dials.size(), columns * static_cast<std::size_t>(grid.rows));
  for (std::size_t n = 0; n < shown; ++n) {
    const std::size_t line = n / columns;
    const auto column = static_cast<double>(n % columns), row = static_cast<double>(line);
    add_dial(canvas, dials[n],
             {room.x + (column + 0.5) * pitch,
              room.y + grid.side / 2 + 1 + row * (grid.side + kWords + 6)},
             grid.side / 2, pitch);
  }
}

}  // namespace attn
