#include "app/figure/positions/positions_diagram.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/formulas/tex_number.h"
#include "app/document/json/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/diagram/index_heatmap.h"
#include "app/figure/numbers/frequencies.h"
#include "app/figure/positions/position_dials.h"
#include "app/figure/positions/position_panels.h"
#include "engine/attention/lookup.h"

namespace attn {
namespace {

constexpr double kPositionGap = 18;
constexpr std::array kParts{
    PositionPart{.id = "encoding",
                 .label = "Encoding",
                 .hint = "click a dimension to draw it as a curve",
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
    PositionPart{.id = "binary", .label = "Binary", .hint = "", .has_scene = true},
    PositionPart{.id = "effect",
                 .label = "Effect",
                 .hint = "click a cell to choose whose score is drawn by distance",
                 .has_rows = false},
};

/// Two halves side by side.
struct Halves {
  Rect left, right;
};
Halves halves(Rect room, double share = 0.5) {
  const double left = (room.width - kPositionGap) * share;
  return {{room.x, room.y, left, room.height},
          {room.x + left + kPositionGap, room.y, room.width - kPositionGap - left, room.height}};
}

Rect upper(Rect room, double height) { return {room.x, room.y, room.width, height}; }

/// The diagram's room; `height` where it may take what it needs.
Rect room_of(const ViewInput& input, double height) {
  return {0, 0, input.width, input.height > 0 ? input.height : height};
}

PositionModel model_of(const ViewInput& input) {
  return position_model(input.scene(), input.head(), input.state.options.positions);
}

std::string shift_title(const PositionCanvas& canvas) {
  const Index shift = shown_shift(canvas.options());
  const std::string by = "shift by $\\delta = " + std::to_string(shift) + "$";
  if (canvas.model.turns) return by + ": a rotation per frequency, from any start";
  return by + ": how pairs of dimensions turn depends on where you start";
}

void add_shift(const PositionCanvas& canvas, Rect room) {
  room = add_caption(canvas.diagram, canvas.ruler(), shift_title(canvas), room);
  const Index start = shown_start(canvas.model, canvas.options());
  add_dials(canvas, dials(canvas.model, start, shown_shift(canvas.options())), room);
}

/// How far rows are from those that the rotation makes of others.
std::string error_words(const PositionCanvas& canvas) {
  const PositionModel& model = canvas.model;
  const Index shift = shown_shift(canvas.options());
  const Index start = shown_start(model, canvas.options());
  const std::string from =
      "from $i = " + std::to_string(start) + "$ to " + std::to_string(start + shift) + " · ";
  if (!model.turns) return from + "no rotation $R_\\delta$ does this for all $i$";
  const Matrix table = model.make(model.rows() + std::abs(shift));
  const double error = shift_error(table, model.frequencies, shift);
  return from + R"($\max_i \, \lVert P_{i+\delta} - R_\delta P_i \rVert = )" +
         tex_number(brief(error, 2)) + "$";
}

void add_shift_matrix(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  const Index pairs = model.width / 2;
  const auto values = std::make_shared<const Matrix>(
      shift_matrix(model.frequencies, pairs, static_cast<double>(shown_shift(canvas.options())))
          .cast<float>());
  add_index_heatmap(canvas.diagram, canvas.ruler(),
                    {.matrix = {.name = "positions.shift-matrix",
                                .area = {},
                                .values = values,
                                .colormap = &position_colormap(canvas.input, "red-blue"),
                                .range = {-1, 1},
                                .symbol = "$R_\\delta$"},
                     .caption = "$R_\\delta$ — a block for each pair",
                     .has_legend = canvas.input.legend,
                     .is_square = true},
                    room);
}

/// All heads' biases on one scale.
void add_biases(const PositionCanvas& canvas, Rect room) {
  const Scene& scene = canvas.input.scene();
  const auto heads = static_cast<Index>(scene.heads.size());
  const Index rows = canvas.model.rows();
  std::vector<std::shared_ptr<const Matrix>> biases;
  float largest = 1e-6F;
  for (Index h = 0; h < heads; ++h) {
    biases.push_back(std::make_shared<const Matrix>(alibi_bias(scene, h, rows)));
    largest = std::max(largest, biases.back()->cwiseAbs().maxCoeff());
  }
  const ColorRange range{-largest, largest};
  const Colormap& colormap = position_colormap(canvas.input, "red-blue");
  const bool has_legend = canvas.input.legend && room.height >= 100;
  const double legend = has_legend ? 26 + legend_room(canvas.ruler(), range) : 0;
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
  if (side < 6) return;
  for (Index h = 0; h < heads; ++h) {
    const Index row = h / columns, column = h % columns;
    const double x = room.x + static_cast<double>(column) * (side + kSpace);
    const double y = room.y + static_cast<double>(row) * (side + kSpace + kHeading);
    const double slope = scene.position.kind->slope(scene.position, h, heads);
    const std::string number = std::to_string(h);
    std::string title = "head " + number + " · slope " + brief(slope, 3);
    if (canvas.ruler().width(title, Type::caption) > side) {
      title = "head " + number + " · " + brief(slope, 3);
    }
    if (canvas.ruler().width(title, Type::caption) > side) title = number;
    const bool is_chosen = h == canvas.input.head();
    canvas.diagram.add(TextMark{{x, y + 8},
                                canvas.ruler().shortened(title, Type::caption, side),
                                Type::caption,
                                {is_chosen ? Ink::query : Ink::secondary}});
    const Rect area{x, y + kHeading, side, side};
    canvas.diagram.add(MatrixMark{.name = "positions.head[" + number + "].bias",
                                  .area = area,
                                  .values = biases[static_cast<std::size_t>(h)],
                                  .colormap = &colormap,
                                  .range = range,
                                  .symbol = "bias of head " + number});
    canvas.diagram.add(RectMark{area, std::nullopt, Paint{is_chosen ? Ink::query : Ink::hairline}});
  }
  if (!has_legend) return;
  const double right = room.x + columns * (side + kSpace);
  Beyond beyond_range;
  for (const auto& bias : biases) beyond_range = beyond_range | beyond(range, *bias);
  add_legend(canvas.diagram, colormap, range, beyond_range,
             {right, room.y + kHeading, 12, std::clamp(side, 12.0, 150.0)});
}

void add_overview(const PositionCanvas& canvas, Rect room) {
  const bool has_dials = room.height >= 560;
  const bool has_curves = room.height >= 400;
  double lower = 0;
  if (has_curves) lower = std::clamp(room.height * 0.26, 150.0, 210.0);
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

}  // namespace

std::span<const PositionPart> position_parts() { return kParts; }

const PositionPart& position_part(const ViewOptions::Positions& options) {
  const PositionPart* found = find_row(position_parts(), options.part);
  return found ? *found : kParts[0];
}

Diagram encoding_diagram(const ViewInput& input) {
  const PositionModel model = model_of(input);
  Rect room = room_of(input, 760);
  Diagram diagram{input.width, room.height};
  const PositionCanvas canvas{diagram, input, model};
  if (model.kind->slope) {
    room = add_words(diagram, input.ruler,
                     "ALiBi adds no encoding: this is what the score of query $\\query{i}$ and key "
                     "$\\key{j}$ gains, $-\\mathrm{slope} \\cdot \\lvert \\query{i} - \\key{j} "
                     "\\rvert$, for each head on one colour scale.",
                     room);
    add_biases(canvas, room);
  } else {
    add_overview(canvas, add_words(diagram, input.ruler, model.words, room));
  }
  return diagram;
}

Diagram frequencies_diagram(const ViewInput& input) {
  const PositionModel model = model_of(input);
  Rect room = room_of(input, 560);
  Diagram diagram{input.width, room.height};
  const PositionCanvas canvas{diagram, input, model};
  room = add_words(diagram, input.ruler, model.words, room);
  if (room.height < 300) {
    const auto [left, right] = halves(room);
    add_frequencies(canvas, left);
    add_dimension_curves(canvas, right);
  } else {
    const double bars = model.frequencies.empty() ? 60 : (room.height - kPositionGap) / 2;
    add_frequencies(canvas, upper(room, bars));
    add_dimension_curves(canvas, below(room, bars + kPositionGap));
  }
  return diagram;
}

Diagram similarity_diagram(const ViewInput& input) {
  const PositionModel model = model_of(input);
  Rect room = room_of(input, 440);
  Diagram diagram{input.width, room.height};
  const PositionCanvas canvas{diagram, input, model};
  room = add_words(diagram, input.ruler, model.words, room);
  const auto [left, right] = halves(room, 0.55);
  add_similarity(canvas, left);
  add_similarity_curve(canvas, upper(right, std::min(right.height, 320.0)));
  return diagram;
}

Diagram rotation_diagram(const ViewInput& input) {
  const PositionModel model = model_of(input);
  Rect room = room_of(input, 480);
  Diagram diagram{input.width, room.height};
  const PositionCanvas canvas{diagram, input, model};
  room = add_words(diagram, input.ruler, model.words, room);
  if (model.width < 2) {
    add_words(diagram, input.ruler, "A single dimension has no pair that could turn.", room);
    return diagram;
  }
  const bool has_matrix = model.turns && room.width >= 560 && room.height >= 220;
  const auto [left, right] = halves(room, has_matrix ? 0.58 : 1);
  room = has_matrix ? left : room;
  room = add_caption(diagram, input.ruler, shift_title(canvas), room);
  room = add_words(diagram, input.ruler, error_words(canvas), room);
  const Index start = shown_start(model, canvas.options());
  add_dials(canvas, dials(model, start, shown_shift(canvas.options())), room);
  if (has_matrix) add_shift_matrix(canvas, right);
  return diagram;
}

}  // namespace attn
