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

/// Bit and the sine with the nearest period.
struct BitAndFrequency {
  Index bit = 0;
  double period = 2;
  std::size_t wave = 0;
  double length = 0;  ///< wavelength
};

std::vector<BitAndFrequency> pair_up(const std::vector<double>& frequencies, Index bits) {
  std::vector<BitAndFrequency> result;
  for (Index k = 0; k < bits; ++k) {
    const double period = std::exp2(static_cast<double>(k + 1));
    const std::size_t wave = nearest_wave(frequencies, period);
    result.push_back({k, period, wave, wavelength(frequencies[wave])});
  }
  return result;
}

/// The sines of a table: every other column.
Matrix sines_of(const WideMatrix& table) {
  Matrix sines(table.rows(), (table.cols() + 1) / 2);
  for (Index c = 0; c < sines.cols(); ++c) sines.col(c) = table.col(2 * c).cast<float>();
  return sines;
}

void add_table(const PositionCanvas& canvas, const char* name, const char* symbol,
               std::string caption, std::string axis, Matrix values, bool is_signed, Rect room) {
  const auto shared = std::make_shared<const Matrix>(std::move(values));
  add_index_heatmap(canvas.diagram, canvas.ruler(),
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
                     .marked_rows = canvas.model.tokens},
                    room);
}

/// Draws the bit as steps, and the sine mapped from −1 … 1 to 0 … 1, on top of each other.
void add_strip(const PositionCanvas& canvas, const Matrix& bits, const Matrix& sines,
               const BitAndFrequency& pairing, Rect room) {
  Diagram& diagram = canvas.diagram;
  const std::string words = "bit " + std::to_string(pairing.bit) + " · period " +
                            brief(pairing.period, 6) + " — sine " + std::to_string(pairing.wave) +
                            " · $\\lambda = " + tex_number(brief(pairing.length, 3)) + "$";
  add_rich(diagram, canvas.ruler(),
           {{room.x, room.y + 7},
            shortened_rich(canvas.ruler(), words, Type::small, room.width),
            Type::small,
            {Ink::secondary}});
  const double rows = static_cast<double>(bits.rows());
  const Chart plot{
      {}, {room.x, room.y + 18, room.width, room.height - 24}, {0, -0.08}, {rows, 1.08}};
  diagram.add(LineMark{{plot.place({0, 0}), plot.place({rows, 0})}, {Ink::hairline}});
  LineMark steps{.paint = series_paint(0), .line = 1.5};
  for (Index i = 0; i < bits.rows(); ++i) {
    const auto x = static_cast<double>(i), y = static_cast<double>(bits(i, pairing.bit));
    steps.points.push_back(plot.place({x, y}));
    steps.points.push_back(plot.place({x + 1, y}));
  }
  diagram.add(std::move(steps));
  LineMark line{.paint = series_paint(1), .line = 1.75};
  for (Index i = 0; i < sines.rows(); ++i) {
    const double sine = sines(i, static_cast<Index>(pairing.wave));
    line.points.push_back(plot.place({static_cast<double>(i) + 0.5, 0.5 + 0.5 * sine}));
  }
  diagram.add(std::move(line));
}

void add_strips(const PositionCanvas& canvas, const Matrix& bits, const Matrix& sines,
                const std::vector<BitAndFrequency>& pairings, Rect room) {
  room = add_caption(canvas.diagram, canvas.ruler(),
                     "each bit with the sine of the nearest wavelength", room);
  constexpr double kLeast = 46, kMost = 84;
  const auto wanted = static_cast<double>(pairings.size());
  const double columns = room.width >= 640 ? 2 : 1;
  const double lines = std::min(std::ceil(wanted / columns), std::floor(room.height / kLeast));
  if (lines < 1) return;
  const double height = std::min(kMost, room.height / lines);
  const double width = (room.width - (columns - 1) * 18) / columns;
  for (std::size_t n = 0; n < pairings.size(); ++n) {
    const double line = std::floor(static_cast<double>(n) / columns);
    if (line >= lines) break;
    const double column = static_cast<double>(n) - line * columns;
    add_strip(canvas, bits, sines, pairings[n],
              {room.x + column * (width + 18), room.y + line * height, width, height - 4});
  }
}

}  // namespace

Diagram binary_diagram(const ViewInput& input) {
  const PositionModel model =
      position_model(input.scene(), input.head(), input.state.options.positions);
  Rect room{0, 0, input.width, input.height > 0 ? input.height : 680};
  Diagram diagram{input.width, room.height};
  const PositionCanvas canvas{diagram, input, model};
  if (model.width == 0) {
    add_words(diagram, input.ruler, model.words, room);
    return diagram;
  }
  const Index rows = model.rows();
  Position waves = model.position;
  waves.kind = &position_kind("sinusoidal");
  waves.scale = 1;
  const Matrix bits = position_bits(rows);
  const Matrix sines = sines_of(waves.kind->table(waves, rows, model.width));
  const auto pairings = pair_up(rates(waves, model.width), bits.cols());
  const bool stacks = input.stacks(280);
  constexpr double kStrip = 62, kTables = 300;  // preferred heights
  double strips = room.height >= 380 ? room.height * 0.42 : 0;
  if (stacks) {
    strips = 40 + kStrip * static_cast<double>(pairings.size());
    diagram.height = room.height = kTables + strips;
  }
  const double above = room.height - strips;
  const double share = room.width < 520 ? 0.42 : 0.36;
  const double left = (room.width - 18) * share;
  add_table(canvas, "positions.bits", "bit", "bits of the position", "bit →", bits, false,
            {room.x, room.y, left, above});
  add_table(canvas, "positions.sines", "sine",
            "sines of " + std::to_string(model.width) +
                (model.width == 1 ? " dimension" : " dimensions, the fastest first"),
            "$j$ →", sines, true, {room.x + left + 18, room.y, room.width - left - 18, above});
  if (strips > 0) add_strips(canvas, bits, sines, pairings, below(room, above + 12));
  return diagram;
}

}  // namespace attn
