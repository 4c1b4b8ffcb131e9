#include <algorithm>
#include <cmath>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/index_heatmap.h"
#include "app/figure/numbers/position_model.h"
#include "app/figure/positions/position_panels.h"
#include "app/figure/positions/positions_diagram.h"

namespace attn {
namespace {

void add_table(const PositionCanvas& canvas, const char* name, const char* symbol,
               std::string caption, std::string axis, Matrix values, bool is_signed, Rect room) {
  const auto shared = std::make_shared<const Matrix>(std::move(values));
  add_index_heatmap(
      canvas.diagram, canvas.ruler(),
      {.matrix = {.name = name,
                  .values = shared,
                  .colormap = is_signed ? &colormap_of(canvas.input.state, "red-blue")
                                        : find_colormap("indigo"),
                  .range = is_signed ? ColorRange{-1, 1} : ColorRange{0, 1},
                  .symbol = symbol},
       .caption = std::move(caption),
       .row_axis = "position →",
       .column_axis = std::move(axis),
       .has_legend = is_signed && canvas.input.legend,
       .marked_rows = std::min(canvas.model.tokens, shared->rows()),
       .row = canvas.input.shown ? std::optional(canvas.input.query()) : std::nullopt},
      room);
}

/// Draws bit `c` as steps, and its wave mapped from −1 … 1 to 0 … 1, on top of each other.
void add_strip(const PositionCanvas& canvas, const Matrix& bits, Index c, Rect room) {
  Diagram& diagram = canvas.diagram;
  const std::string words =
      "bit " + std::to_string(c) + " · period " + brief(std::exp2(static_cast<double>(c + 1)), 6);
  diagram.add_text({room.x, room.y + 7}, canvas.ruler().shortened(words, Type::small, room.width),
                   Type::small, {Ink::secondary});
  const double rows = static_cast<double>(bits.rows());
  const Chart plot{
      {}, {room.x, room.y + 18, room.width, room.height - 24}, {0, -0.08}, {rows, 1.08}};
  diagram.add(LineMark{{plot.place({0, 0}), plot.place({rows, 0})}, {Ink::hairline}});
  LineMark steps{.paint = series_paint(0), .line = 1.5};
  LineMark line{.paint = series_paint(1), .line = 1.75};
  for (Index i = 0; i < bits.rows(); ++i) {
    const auto x = static_cast<double>(i), y = static_cast<double>(bits(i, c));
    steps.points.push_back(plot.place({x, y}));
    steps.points.push_back(plot.place({x + 1, y}));
  }
  constexpr double kBetween = 0.125;  // distance of the wave's points
  for (double x = 0; x <= rows; x += kBetween) {
    line.points.push_back(plot.place({x, 0.5 + 0.5 * wave_of_bit(c, x)}));
  }
  diagram.add(std::move(steps));
  diagram.add(std::move(line));
}

void add_strips(const PositionCanvas& canvas, const Matrix& bits, Rect room) {
  room = add_caption(canvas.diagram, canvas.ruler(), "each bit with its wave", room);
  constexpr double kLeast = 46, kMost = 84;
  const auto wanted = static_cast<double>(bits.cols());
  constexpr double kNarrowest = 150;
  const double most_lines = std::floor(room.height / kLeast);
  double columns = room.width >= 640 ? 2 : 1;
  while (std::ceil(wanted / columns) > most_lines && room.width / (columns + 1) >= kNarrowest) {
    ++columns;
  }
  const double lines = std::min(std::ceil(wanted / columns), most_lines);
  if (lines < 1) return;
  const double height = std::min(kMost, room.height / lines);
  const double width = (room.width - (columns - 1) * 18) / columns;
  for (Index c = 0; c < bits.cols(); ++c) {
    const double line = std::floor(static_cast<double>(c) / columns);
    if (line >= lines) break;
    const double column = static_cast<double>(c) - line * columns;
    add_strip(canvas, bits, c,
              {room.x + column * (width + 18), room.y + line * height, width, height - 4});
  }
}

}  // namespace

Diagram binary_diagram(const ViewInput& input) {
  ViewOptions::Positions options = input.state.options.positions;
  options.part = kBinaryPart;
  const PositionModel model = position_model(input.scene(), input.head(), options);
  Rect room{0, 0, input.width, input.height > 0 ? input.height : 680};
  Diagram diagram{input.width, room.height};
  const PositionCanvas canvas{diagram, input, model};
  if (model.width == 0) {
    add_words(diagram, input.ruler, model.words, room);
    diagram.missing = model.words;
    return diagram;
  }
  const Matrix bits = position_bits(model);
  Matrix waves(bits.rows(), bits.cols());
  for (Index c = 0; c < waves.cols(); ++c) {
    for (Index i = 0; i < waves.rows(); ++i) {
      waves(i, c) = static_cast<float>(wave_of_bit(c, static_cast<double>(i) + 0.5));
    }
  }
  constexpr double kStrip = 62, kTables = 300;  // preferred heights
  double strips = room.height >= 380 ? room.height * 0.42 : 0;
  if (input.stacks(280)) {
    strips = 40 + kStrip * static_cast<double>(bits.cols());
    diagram.height = room.height = kTables + strips;
  }
  const double above = room.height - strips;
  const double left = (room.width - 18) / 2;
  add_table(canvas, "positions.bits", "bit", "bits of the position", "bit →", bits, false,
            {room.x, room.y, left, above});
  add_table(canvas, "positions.waves", "wave", "a wave of the period of each bit", "bit →", waves,
            true, {room.x + left + 18, room.y, left, above});
  if (strips > 0) add_strips(canvas, bits, below(room, above + 12));
  return diagram;
}

}  // namespace attn
