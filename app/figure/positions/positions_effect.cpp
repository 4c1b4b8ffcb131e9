#include <algorithm>
#include <cmath>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/numbers/position_effect.h"
#include "app/figure/positions/position_panels.h"
#include "app/figure/positions/positions_diagram.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kEffectGap = 18;
constexpr double kOutline = 3;  // outline of a row beyond its cells

/// Selected pair, else the last query and the first key.
Cell pair_of(const ViewInput& input) {
  const Cell cell = input.shown.value_or(Cell{input.query(), 0});
  return {clamped<Index>(cell.query, 0, input.scene().query_count() - 1),
          clamped<Index>(cell.key, 0, input.scene().key_count() - 1)};
}

void add_effect_weights(Diagram& diagram, const ViewInput& input, const std::string& name,
                        const std::string& caption, const std::shared_ptr<const HeadTrace>& head,
                        ColorRange range, Rect room) {
  room = add_caption(diagram, input.ruler, caption, room);
  const bool has_words = room.width >= 200 && room.height >= 150;
  LabelledMatrix heatmap{
      .matrix = {.name = name,
                 .values = {head, &head->weights},
                 .scores = {head, &head->scores},
                 .colormap = &colormap_of(input.state, range.low < 0 ? "red-blue" : "indigo"),
                 .range = range,
                 .numbers = input.state.numbers,
                 .is_pairs = true},
      .shown = input.shown};
  if (has_words) {
    heatmap.rows = &input.scene().query_tokens();
    heatmap.columns = &input.scene().tokens;
  }
  if (room.width < 8 || room.height < 8) return;
  room.width -= kOutline;
  if (!has_words) room.x += kOutline, room.width -= kOutline;
  add_heatmap(diagram, input.ruler, heatmap, room);
}

/// Two words of the scene: "it → animal".
std::string pair_words(const ViewInput& input, Cell pair) {
  const Scene& scene = input.scene();
  return named_token(scene.query_tokens(), pair.query) + " → " +
         named_token(scene.tokens, pair.key);
}

void add_effect_scores(Diagram& diagram, const ViewInput& input, const PositionEffect& effect,
                       const std::string& label, Rect room) {
  const std::string pair = as_words(pair_words(input, pair_of(input)));
  const std::string whole = "score of " + pair + " by distance";
  room = add_caption(diagram, input.ruler, whole, room, "score by distance");
  if (room.width >= 130) {
    room = add_line_legend(diagram, input.ruler,
                           {{"without", {Ink::faint}}, {"with " + label, series_paint(0)}}, room);
  }
  if (room.height < 75 || room.width < 60) return;
  if (!std::isfinite(effect.score_without)) {  // hidden by given scores
    add_words(diagram, input.ruler, "This key is not seen.", room);
    return;
  }
  const auto [least, most] = std::ranges::minmax(effect.scores);
  const double low = std::min(least, effect.score_without);
  const double high = std::max(most, effect.score_without);
  const auto first = static_cast<double>(effect.first_distance);
  const double last = first + static_cast<double>(effect.scores.size()) - 1;
  const Chart plot =
      add_plot(diagram, input.ruler, room, {.low = {first, low}, .high = {last, high}},
               "distance $\\key{j} - \\query{i}$ →");
  diagram.add(LineMark{{plot.place({plot.low.x, effect.score_without}),
                        plot.place({plot.high.x, effect.score_without})},
                       {Ink::faint},
                       1.75,
                       false,
                       true});
  add_curve(diagram, plot, first, effect.scores, series_paint(0));
}

bool has_no_effect(const Scene& scene, const PositionEffect& effect) {
  return has_given_scores(scene.score) && !effect.kind->term && !effect.kind->slope;
}

/// Description of the curve, by kind.
std::string effect_words(const ViewInput& input, const PositionEffect& effect) {
  if (has_no_effect(input.scene(), effect)) {
    return "The scores are given: positions do not affect them.";
  }
  if (input.scene().position.kind->does_nothing()) {
    return "This scene has no positions, so the order is lost. Next to it: the effect of the "
           "sinusoidal encoding.";
  }
  if (effect.kind->rotate) {
    return "RoPE rotates $\\query{\\mathbf{q}}$ and $\\key{\\mathbf{k}}$: the score of a pair "
           "depends only on the distance, not on the positions themselves.";
  }
  if (effect.kind->slope) {
    return "ALiBi subtracts $\\mathrm{slope} \\cdot \\lvert \\query{i} - \\key{j} \\rvert$ from "
           "the score of each pair, the same for all words.";
  }
  if (effect.kind->term) {
    return std::string(effect.kind->label) +
           " positions add a number to the score of each pair by the distance $\\key{j} - "
           "\\query{i}$, the same for all words.";
  }
  return "The encoding is added to the embeddings: the score depends on the words and their "
         "positions together.";
}

}  // namespace

Diagram effect_diagram(const ViewInput& input) {
  Rect room{0, 0, input.width, input.height > 0 ? input.height : 640};
  Diagram diagram{input.width, room.height};
  const PositionEffect effect = position_effect(input.evaluation, input.head(), pair_of(input));
  const std::string words = effect_words(input, effect);
  room = add_words(diagram, input.ruler, words, room);
  if (has_no_effect(input.scene(), effect)) diagram.missing = words;
  if (!effect.problem.empty()) {
    add_words(diagram, input.ruler, "It can't be computed: " + effect.problem, room);
    return diagram;
  }
  const std::string label(effect.kind->label);
  const std::string of =
      input.scene().heads.size() > 1 ? "head " + std::to_string(input.head()) + ", " : "weights ";
  const Matrix* const all[] = {&effect.without->weights, &effect.with->weights};
  const NumberSpan span =
      span_of(weight_bounds(input.scene(), static_cast<std::size_t>(input.head())));
  const ColorRange range = shading_of(span, "fixed", *all[0], all).range;
  constexpr double kLeastWeights = 220;  // share of the width
  Rect without, with, scores;
  if (input.stacks(kLeastWeights)) {
    without = with = scores = {room.x, room.y, room.width, std::min(room.width, 330.0)};
    with.y = without.y + without.height + kEffectGap;
    scores.y = room.y + 2 * (without.height + kEffectGap);
    scores.height = 240;
    diagram.height = scores.bottom();
  } else {
    const bool is_low = room.height < 330;
    const double parts = is_low ? 3 : 2;
    const double width = (room.width - (parts - 1) * kEffectGap) / parts;
    const double height = is_low ? room.height : room.height * 0.58;
    without = with = scores = {room.x, room.y, width, height};
    with.x = room.x + width + kEffectGap;
    scores.x = room.x + 2 * (width + kEffectGap);
    if (!is_low) {
      scores = {room.x, room.y + height + 14, std::min(room.width, 640.0),
                room.height - height - 14};
    }
  }
  add_effect_weights(diagram, input, "positions.without", of + "without", effect.without, range,
                     without);
  add_effect_weights(diagram, input, "positions.with", of + "with " + label, effect.with, range,
                     with);
  add_effect_scores(diagram, input, effect, label, scores);
  return diagram;
}

}  // namespace attn
