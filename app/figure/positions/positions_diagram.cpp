#include "app/figure/positions/positions_diagram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/diagram/index_heatmap.h"
#include "app/figure/numbers/position_model.h"
#include "app/figure/positions/position_panels.h"
#include "engine/attention/lookup.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kPositionGap = 18;
constexpr double kLeastHalf = 250;  // width of a part next to another
constexpr double kWords = 34;       // two lines of text below a dial
constexpr double kLargestDial = 96, kLikely = 64, kSmallest = 30;
constexpr double kDialGap = 22;
constexpr std::array kParts{
    PositionPart{.id = "encoding",
                 .label = "Encoding",
                 .hint = "click a dimension to draw it as a curve",
                 .term_hint = "click a head to select it",
                 .has_scene = true},
    PositionPart{.id = "frequencies",
                 .label = "Frequencies",
                 .hint = "click a bar to draw its dimension as a curve"},
    PositionPart{.id = "similarity", .label = "Similarity", .hint = "", .has_scene = true},
    PositionPart{
        .id = "rotation",
        .label = "Rotation",
        .hint = R"(grey: start · blue: after $\delta$ steps · drag a dial to change $\delta$)",
        .has_shift = true},
    PositionPart{.id = kBinaryPart, .label = "Binary", .hint = "", .has_scene = true},
    PositionPart{.id = "effect",
                 .label = "Effect",
                 .hint = "click a cell to choose whose score is drawn by distance",
                 .has_rows = false},
};

/// Hand of pair `j` in a row of the model's table.
struct Hand {
  double length, angle;
};
Hand hand_of(const PositionModel& model, const Matrix& table, Index row, Index j) {
  const auto [sine, cosine] = columns_of_pair(model.layout, table.cols(), j);
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
  const double turn = clamped(dial.turn, -full, full);
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
  const double side = clamped(room.height - kWords, kSmallest, kLikely);
  return fit(side);
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

/// Draws P: positions x dimensions. The matrix "positions.P".
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
                     .caption = name + " — " + counted(model.rows(), "position") + " × " +
                                counted(model.width, "dimension"),
                     .row_axis = "position →",
                     .column_axis = "dimension →",
                     .has_legend = canvas.input.legend,
                     .marked_rows = model.tokens,
                     .row = shown_row(canvas)},
                    room);
}

/// Draws P · Pᵀ. The matrix "positions.similarity".
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

/// Draws the middle row of P · Pᵀ by distance.
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
  const Chart plot = add_plot(canvas.diagram, canvas.ruler(), room,
                              {.low = {-static_cast<double>(middle), std::min(0.0, low)},
                               .high = {static_cast<double>(table.rows() - 1 - middle), high}},
                              "distance $\\key{j} - \\query{i}$ →");
  add_curve(canvas.diagram, plot, plot.low.x, values, series_paint(0));
}

/// Draws the chosen dimensions along the sequence, each in its colour.
void add_dimension_curves(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  const std::vector<Index> dimensions = drawn_dimensions(model, canvas.options());
  const std::string what = dimensions.size() == 1 ? "dimension " : "dimensions ";
  const std::string named = what + joined(dimensions, [](Index n) { return std::to_string(n); });
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
  const Chart plot =
      add_plot(canvas.diagram, canvas.ruler(), room,
               {.low = {0, range.low}, .high = {static_cast<double>(model.rows() - 1), range.high}},
               room.height >= 110 ? "position →" : "");
  for (std::size_t n = 0; n < dimensions.size(); ++n) {
    const auto column = model.table->col(dimensions[n]);
    std::vector<double> values;
    for (Index i = 0; i < model.rows(); ++i) values.push_back(static_cast<double>(column(i)));
    add_curve(canvas.diagram, plot, 0, values, series_paint(n));
  }
}

/// Draws as many dials as fit, the fastest first. Targets: "positions.dial[j]".
void add_dials(const PositionCanvas& canvas, const std::vector<Dial>& dials, Rect room) {
  const double angle = widest(canvas.ruler(), Type::small, dials,
                              [](const Dial& dial) { return degrees(dial.turn); });
  const DialGrid grid = grid_of(dials.size(), room, std::min(angle, 70.0));
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

/// Two halves side by side.
std::pair<Rect, Rect> halves(Rect room, double share = 0.5) {
  const double left = (room.width - kPositionGap) * share;
  return {{room.x, room.y, left, room.height},
          {room.x + left + kPositionGap, room.y, room.width - kPositionGap - left, room.height}};
}

Rect upper(Rect room, double height) { return {room.x, room.y, room.width, height}; }

std::string shift_title(const PositionCanvas& canvas) {
  const Index shift = shown_shift(canvas.options());
  const std::string by = "shift by $\\delta = " + std::to_string(shift) + "$";
  if (canvas.model.turns) return by + ": a rotation per frequency, from any start";
  return by + ": the rotation of each pair depends on the start";
}

void add_shift(const PositionCanvas& canvas, Rect room) {
  room = add_caption(canvas.diagram, canvas.ruler(), shift_title(canvas), room);
  const Index start = shown_start(canvas.model, canvas.options());
  add_dials(canvas, dials(canvas.model, start, shown_shift(canvas.options())), room);
}

/// Height of `count` pairs as dials of normal size, at most `most`.
double dials_height(std::size_t count, double width, double most) {
  constexpr double kPitch = 88, kDial = 104;  // width and height of one dial with its text
  const double columns = std::max(1.0, std::floor(width / kPitch));
  return std::min(most, std::ceil(static_cast<double>(count) / columns)) * kDial;
}

/// Largest distance between rows of P and the rows computed by rotation.
std::string error_words(const PositionCanvas& canvas) {
  const PositionModel& model = canvas.model;
  const Index shift = shown_shift(canvas.options());
  const Index start = shown_start(model, canvas.options());
  const std::string from =
      "from $i = " + std::to_string(start) + "$ to " + std::to_string(start + shift) + " · ";
  if (!model.turns) return from + "no rotation $R_\\delta$ does this for all $i$";
  const Matrix table = model.make(model.rows() + std::abs(shift));
  const double error = shift_error(table, model.frequencies, shift, model.layout);
  return from + R"($\max_i \, \lVert P_{i+\delta} - R_\delta P_i \rVert = )" +
         tex_number(brief(error, 2)) + "$";
}

void add_shift_matrix(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  const Index pairs = model.width / 2;
  const auto values = std::make_shared<const Matrix>(
      shift_matrix(model.frequencies, pairs, static_cast<double>(shown_shift(canvas.options())),
                   model.layout)
          .cast<float>());
  add_index_heatmap(
      canvas.diagram, canvas.ruler(),
      {.matrix = {.name = "positions.shift-matrix",
                  .values = values,
                  .colormap = &colormap_of(canvas.input.state, "red-blue"),
                  .range = {-1, 1},
                  .symbol = "$R_\\delta$"},
       .caption = model.layout == PairLayout::kHalves
                      ? "$R_\\delta$ — dimension $j$ turns with $j + " + std::to_string(pairs) + "$"
                      : "$R_\\delta$ — a block for each pair",
       .has_legend = canvas.input.legend,
       .is_square = true},
      room);
}

/// Draws all heads' biases on one scale. Returns their lower end.
double add_biases(const PositionCanvas& canvas, Rect room) {
  const Scene& scene = canvas.input.scene();
  const auto heads = std::ssize(scene.heads);
  const Index rows = canvas.model.rows();
  std::vector<std::shared_ptr<const Matrix>> biases;
  float largest = 1e-6F;
  for (Index h = 0; h < heads; ++h) {
    biases.push_back(std::make_shared<const Matrix>(bias_by_distance(scene, h, rows)));
    largest = std::max(largest, biases.back()->cwiseAbs().maxCoeff());
  }
  const ColorRange range{-largest, largest};
  const Colormap& colormap = colormap_of(canvas.input.state, "red-blue");
  const bool has_legend = canvas.input.legend && room.height >= 100;
  const double legend = has_legend ? 26 + legend_room(canvas.ruler(), plain_shading(range)) : 0;
  room.width -= legend;
  int columns = 1;
  double side = 0;
  constexpr double kHeading = 22, kSpace = 14;
  for (int n = 1; n <= heads; ++n) {
    const Index lines = (heads + n - 1) / n;
    const double wide = room.width / n - kSpace;
    const double high = room.height / static_cast<double>(lines) - kHeading - kSpace;
    if (std::min(wide, high) > side) side = std::min(wide, high), columns = n;
  }
  side = std::floor(std::min(side, 300.0));
  if (side < 6) return room.y;
  for (Index h = 0; h < heads; ++h) {
    const Index row = h / columns, column = h % columns;
    const double x = room.x + static_cast<double>(column) * (side + kSpace);
    const double y = room.y + static_cast<double>(row) * (side + kSpace + kHeading);
    const std::string number = std::to_string(h);
    std::string title = "head " + number;
    if (const auto slope_of = scene.position.kind->slope) {
      const std::string slope = with_minus(brief(slope_of(scene.position, h, heads), 3));
      std::string whole = title;
      whole.append(" · slope ").append(slope);
      const bool fits = canvas.ruler().width(whole, Type::caption) <= side;
      if (!fits) title.append(" · ").append(slope);
      if (fits) title = std::move(whole);
    }
    if (canvas.ruler().width(title, Type::caption) > side) title = number;
    const bool is_chosen = h == canvas.input.head();
    canvas.diagram.add_text({x, y + 8}, canvas.ruler().shortened(title, Type::caption, side),
                            Type::caption, {is_chosen ? Ink::query : Ink::secondary});
    const Rect area{x, y + kHeading, side, side};
    canvas.diagram.add(MatrixMark{.name = "positions.head[" + number + "].bias",
                                  .area = area,
                                  .values = biases[static_cast<std::size_t>(h)],
                                  .colormap = &colormap,
                                  .range = range,
                                  .symbol = "bias of head " + number});
    canvas.diagram.add_outline(area, {is_chosen ? Ink::query : Ink::hairline});
  }
  const Index lines = (heads + columns - 1) / columns;
  const double end = room.y + static_cast<double>(lines) * (side + kSpace + kHeading);
  if (!has_legend) return end;
  const double right = room.x + columns * (side + kSpace);
  Beyond beyond_range;
  for (const auto& bias : biases) beyond_range = beyond_range | beyond(range, *bias);
  add_legend(canvas.diagram, canvas.ruler(), colormap, plain_shading(range, beyond_range),
             {right, room.y + kHeading, 12, clamped(side, 12.0, 150.0)});
  return end;
}

/// Draws the term of each head's scores by distance; lines mark the start of table entries that
/// apply to several distances.
void add_bias_curves(const PositionCanvas& canvas, Rect room) {
  const Scene& scene = canvas.input.scene();
  const Position& position = scene.position;
  const auto heads = std::ssize(scene.heads);
  const Index farthest = canvas.model.rows() - 1;
  room = add_caption(canvas.diagram, canvas.ruler(),
                     "term of the scores by distance, for each head", room);
  std::vector<std::vector<double>> curves;
  std::vector<LegendEntry> entries;
  double low = 0, high = 0;
  const bool is_told_apart = static_cast<std::size_t>(heads) <= series_colors().size();
  const auto paint_of_head = [&](Index h) {
    if (is_told_apart) return series_paint(static_cast<std::size_t>(h));
    return h == canvas.input.head() ? series_paint(0) : Paint{Ink::faint};
  };
  for (Index h = 0; h < heads; ++h) {
    std::vector<double>& curve = curves.emplace_back();
    for (Index steps = -farthest; steps <= farthest; ++steps) {
      curve.push_back(bias_at(scene, h, steps));
    }
    const auto [least, most] = std::ranges::minmax(curve);
    low = std::min(low, least);
    high = std::max(high, most);
    if (is_told_apart || h == canvas.input.head()) {
      entries.push_back({"head " + std::to_string(h), paint_of_head(h)});
    }
  }
  if (room.height >= 100) room = add_line_legend(canvas.diagram, canvas.ruler(), entries, room);
  if (room.height < 75 || room.width < 60) return;
  const auto first = -static_cast<double>(farthest);
  const Chart plot =
      add_plot(canvas.diagram, canvas.ruler(), room, {.low = {first, low}, .high = {-first, high}},
               "distance $\\key{j} - \\query{i}$ →");
  const auto column = position.kind->column;
  for (Index steps = -farthest; column && steps < farthest; ++steps) {
    if (column(position, steps) == column(position, steps + 1)) continue;
    const bool is_single = steps > -farthest && steps + 1 < farthest &&
                           column(position, steps - 1) != column(position, steps) &&
                           column(position, steps + 1) != column(position, steps + 2);
    if (is_single) continue;
    const double x = static_cast<double>(steps) + 0.5;
    canvas.diagram.add(
        LineMark{{plot.place({x, plot.low.y}), plot.place({x, plot.high.y})}, {Ink::hairline}});
  }
  for (Index h = 0; h < heads; ++h) {
    add_curve(canvas.diagram, plot, first, curves[static_cast<std::size_t>(h)], paint_of_head(h));
  }
}

void add_biases_and_curves(const PositionCanvas& canvas, Rect room) {
  const double lower = room.height >= 330 ? clamped(room.height * 0.4, 150.0, 280.0) : 0;
  const double end = add_biases(canvas, upper(room, room.height - lower));
  const Rect rest = below(room, end - room.y + 6);
  if (lower > 0) add_bias_curves(canvas, upper(rest, std::min(rest.height, 280.0)));
}

/// Text for a kind with one number for each distance.
std::string term_words(const PositionKind& kind) {
  if (kind.slope) {
    return "ALiBi adds no encoding: shown is the term of the score of query $\\query{i}$ "
           "and key $\\key{j}$, $-\\mathrm{slope} \\cdot \\lvert \\query{i} - \\key{j} "
           "\\rvert$, for each head on one colour scale.";
  }
  constexpr std::string_view kScore = R"(s_{\query{i}\key{j}} + )";
  std::string_view term = kind.formula;
  if (term.starts_with(kScore)) term.remove_prefix(kScore.size());
  return std::string(kind.label) +
         " positions add no encoding: shown is the term added to the score of query $\\query{i}$ "
         "and key $\\key{j}$, $" +
         std::string(term) + "$, for each head on one colour scale.";
}

/// Draws all parts below each other. Returns their lower end.
double add_stacked_overview(const PositionCanvas& canvas, Rect room) {
  constexpr double kMatrix = 220, kCurves = 170, kBars = 170, kRowsOfDials = 1;
  const auto add = [&](double height, const auto& part) {
    part(canvas, upper(room, height));
    room = below(room, height + kPositionGap);
  };
  add(kMatrix, add_encoding);
  add(std::min(kMatrix, room.width), add_similarity);
  add(kCurves, add_dimension_curves);
  add(canvas.model.frequencies.empty() ? 70 : kBars, add_frequencies);
  const auto count = static_cast<std::size_t>(canvas.model.width / 2);
  add(50 + dials_height(count, room.width, kRowsOfDials), add_shift);
  return room.y - kPositionGap;
}

void add_overview(const PositionCanvas& canvas, Rect room) {
  const bool has_dials = room.height >= 560;
  const bool has_curves = room.height >= 400;
  double lower = 0;
  if (has_curves) lower = clamped(room.height * 0.26, 150.0, 210.0);
  const double turning = has_dials ? 130 : 0;
  const auto [left, right] = halves(upper(room, room.height - lower - turning));
  add_encoding(canvas, left);
  add_similarity(canvas, right);
  if (has_curves) {
    const Rect rest = below(room, room.height - lower - turning + 12);
    const auto [curves, bars] = halves(upper(rest, lower - 12));
    add_dimension_curves(canvas, curves);
    add_frequencies(canvas, bars);
  }
  if (has_dials) add_shift(canvas, below(room, room.height - turning + 10));
}

/// Draws the model's words, and `part` below them if the model has an encoding, or if the scores'
/// term takes its place.
Diagram position_diagram(const ViewInput& input, double height, const auto& part,
                         bool shows_terms = false) {
  const PositionModel model =
      position_model(input.scene(), input.head(), input.state.options.positions);
  const bool has_term = shows_terms && model.kind->term;
  Rect room{0, 0, input.width, input.height > 0 ? input.height : height};
  Diagram diagram{input.width, room.height};
  if (!input.state.options.positions.is_alone) {
    room = add_words(diagram, input.ruler, has_term ? term_words(*model.kind) : model.words, room);
  }
  if (has_term || model.width > 0) {
    part(PositionCanvas{diagram, input, model}, room);
  } else {
    diagram.missing = model.words;
  }
  return diagram;
}

}  // namespace

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

std::span<const PositionPart> position_parts() { return kParts; }

const PositionPart& position_part(const ViewOptions::Positions& options) {
  const PositionPart* found = find_row(position_parts(), options.part);
  return found ? *found : kParts[0];
}

Diagram encoding_diagram(const ViewInput& input) {
  const bool is_alone = input.state.options.positions.is_alone;
  const auto part = [&](const PositionCanvas& canvas, Rect room) {
    if (is_alone && input.height <= 0) room.height = std::min(room.height, 0.6 * room.width);
    if (is_alone && canvas.model.kind->term) {
      canvas.diagram.height = add_biases(canvas, room);
    } else if (is_alone) {
      add_encoding(canvas, room);
      canvas.diagram.height = room.bottom();
    } else if (canvas.model.kind->term) {
      add_biases_and_curves(canvas, room);
    } else if (input.stacks(kLeastHalf)) {
      canvas.diagram.height = add_stacked_overview(canvas, room);
    } else {
      add_overview(canvas, room);
    }
  };
  return position_diagram(input, 760, part, /*shows_terms=*/true);
}

Diagram frequencies_diagram(const ViewInput& input) {
  return position_diagram(input, 560, [](const PositionCanvas& canvas, Rect room) {
    if (room.height < 300) {
      const auto [left, right] = halves(room);
      add_frequencies(canvas, left);
      add_dimension_curves(canvas, right);
    } else {
      const double bars = canvas.model.frequencies.empty() ? 60 : (room.height - kPositionGap) / 2;
      add_frequencies(canvas, upper(room, bars));
      add_dimension_curves(canvas, below(room, bars + kPositionGap));
    }
  });
}

Diagram similarity_diagram(const ViewInput& input) {
  return position_diagram(input, 440, [&](const PositionCanvas& canvas, Rect room) {
    if (input.stacks(kLeastHalf)) {
      const double side = std::min(room.width, 340.0), curve = 220;
      add_similarity(canvas, upper(room, side));
      add_similarity_curve(canvas, upper(below(room, side + kPositionGap), curve));
      canvas.diagram.height = room.y + side + kPositionGap + curve;
      return;
    }
    const auto [left, right] = halves(room, 0.55);
    add_similarity(canvas, left);
    add_similarity_curve(canvas, upper(right, std::min(right.height, 320.0)));
  });
}

Diagram rotation_diagram(const ViewInput& input) {
  return position_diagram(input, 480, [&](const PositionCanvas& canvas, Rect room) {
    Diagram& diagram = canvas.diagram;
    const PositionModel& model = canvas.model;
    if (model.width < 2) {
      add_words(diagram, input.ruler, "A single dimension has no pair to rotate.", room);
      return;
    }
    const bool stacks = input.stacks(280);
    const bool has_matrix = model.turns && room.width >= 560 && room.height >= 220 && !stacks;
    const auto [left, right] = halves(room, has_matrix ? 0.58 : 1);
    room = has_matrix ? left : room;
    room = add_caption(diagram, input.ruler, shift_title(canvas), room);
    room = add_words(diagram, input.ruler, error_words(canvas), room);
    const auto turns =
        dials(model, shown_start(model, canvas.options()), shown_shift(canvas.options()));
    if (stacks) room.height = dials_height(turns.size(), room.width, 1e9);
    add_dials(canvas, turns, room);
    if (has_matrix) add_shift_matrix(canvas, right);
    if (!stacks) return;
    diagram.height = room.bottom();
    if (!model.turns) return;
    const Rect matrix{0, room.bottom() + kPositionGap, room.width, std::min(room.width, 330.0)};
    add_shift_matrix(canvas, matrix);
    diagram.height = matrix.bottom();
  });
}

}  // namespace attn
