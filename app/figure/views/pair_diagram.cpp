#include <algorithm>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/numbers/last_made.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/large_pairs.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/mask.h"

namespace attn {
namespace {

constexpr double kSmallestMatrix = 64;  // smaller matrices are thumbnails

/// Results that need a pass over all pairs.
struct PairSurvey {
  Shading shading;
  bool has_masked = false;
  std::vector<Index> unseeing{};
};

struct PairsKey {
  std::weak_ptr<const Evaluation> evaluation;
  Index head;
  std::string_view quantity;
  std::string range;

  bool operator==(const PairsKey& other) const {
    const auto& mine = evaluation;
    const bool is_same =
        !mine.owner_before(other.evaluation) && !other.evaluation.owner_before(mine);
    return is_same && head == other.head && quantity == other.quantity && range == other.range;
  }
};

PairSurvey kept_pairs(const ViewInput& input, const PairQuantity& quantity, Shading shading) {
  const HeadTrace& head = input.head_trace();
  const Matrix& scores = quantity.mask(head);
  PairSurvey pairs{
      .shading = drawn_with_margins(std::move(shading), quantity, *input.evaluation, input.head())};
  pairs.has_masked = scores.minCoeff() == kMasked;
  for (Index i = 0; pairs.has_masked && i < scores.rows(); ++i) {
    if (scores.row(i).maxCoeff() == kMasked) pairs.unseeing.push_back(i);
  }
  return pairs;
}

/// Survey of weights that are computed only for the picture.
PairSurvey large_pairs(const Scene& scene, Index head, Shading shading) {
  PairSurvey pairs{.shading = std::move(shading)};
  if (!scene.masks.empty()) {
    const BoolMatrix visible = visible_keys(scene);
    pairs.has_masked = !visible.all();
    for (Index i = 0; i < visible.rows(); ++i) {
      if (!visible.row(i).any()) pairs.unseeing.push_back(i);
    }
  }
  const auto number = static_cast<std::size_t>(head);
  pairs.shading = drawn_with_large(scene, {&number, 1}, {std::move(pairs.shading)}).front();
  return pairs;
}

std::shared_ptr<const PairSurvey> pairs_of(const ViewInput& input, const PairQuantity& quantity) {
  static LastMade<PairsKey, PairSurvey> last;
  const Index head = input.head();
  const std::string& range = input.state.options.range;
  const PairsKey key{input.evaluation, head, quantity.id, range};
  return last.of(key, /*takes_long=*/false, [&] {
    Shading shading =
        shading_of(quantity, input.trace(), head, range, span_of(quantity, input.scene(), head));
    const bool is_kept = input.head_trace().weights.size() > 0;
    return is_kept ? kept_pairs(input, quantity, std::move(shading))
                   : large_pairs(input.scene(), head, std::move(shading));
  });
}

const Colormap& colormap_for(const ViewInput& input, const PairQuantity& quantity) {
  return colormap_of(input.state,
                     usual_colormap(span_of(quantity, input.scene(), input.head())).id);
}

Diagram pair_diagram(const ViewInput& input, const PairQuantity& quantity) {
  if (input.all_heads) return pair_panels(input, quantity);
  const auto pairs = pairs_of(input, quantity);
  const HeadTrace& head = input.head_trace();
  LabelledMatrix heatmap =
      pair_heatmap(quantity, input.scene(), pairs->shading, colormap_for(input, quantity));
  if (!input.legend) heatmap.shading = nullptr;
  heatmap.shown = input.shown;
  heatmap.cells = input.cells;
  heatmap.scale = input.scale;
  heatmap.has_masked = pairs->has_masked;
  heatmap.unseeing = pairs->unseeing;
  if (quantity.part == Part::weights) add_margins(heatmap, *input.evaluation, input.head());
  MatrixMark& matrix = heatmap.matrix;
  matrix.numbers = input.state.numbers;
  matrix.where = input.where(quantity.part, input.head());
  if (head.weights.size() > 0) {
    matrix.values = input.share(quantity.numbers(head));
    if (pairs->has_masked) matrix.scores = input.share(quantity.mask(head));
    matrix.shades = shared_shades(pairs->shading, matrix.values);
  } else {
    const auto number = static_cast<std::size_t>(input.head());
    matrix.large = large_weights(input.evaluation, {number}, {pairs->shading}).front();
  }
  LeftNames names;
  apply_look(heatmap, input.look, names);
  Rect room{0, 0, input.width, input.height};
  HeatmapLayout layout = lay_out(input.ruler, heatmap, room);
  const double lacking = kSmallestMatrix - std::max(layout.area.width, layout.area.height);
  if (lacking > 0) {
    room.width += lacking;
    if (room.height > 0) room.height += lacking;
    layout = lay_out(input.ruler, heatmap, room);
  }
  Diagram diagram{layout.width, layout.height};
  matrix.area = layout.matrix;
  diagram.add(matrix);
  const MatrixMark laid = matrix;
  add_around(diagram, input.ruler, std::move(heatmap), layout);
  add_notes(diagram, input.ruler, laid, input.look, {0, 0, diagram.width, diagram.height});
  return diagram;
}

}  // namespace

LabelledMatrix pair_heatmap(const PairQuantity& quantity, const Scene& scene,
                            const Shading& shading, const Colormap& colormap) {
  return {.matrix = {.name = std::string(quantity.id),
                     .area = {},
                     .values = nullptr,
                     .colormap = &colormap,
                     .range = shading.range,
                     .is_pairs = true,
                     .number = Type::body},
          .rows = &scene.query_tokens(),
          .columns = &scene.tokens,
          .row_axis = "queries →",
          .column_axis = "keys →",
          .label = Type::medium,
          .longest_row = 160,
          .longest_column = 130,
          .shading = &shading,
          .quantity = std::string(quantity.word)};
}

Diagram weights_diagram(const ViewInput& input) {
  return pair_diagram(input, pair_quantity("weights"));
}
Diagram scores_diagram(const ViewInput& input) {
  return pair_diagram(input, pair_quantity("scores"));
}
Diagram raw_scores_diagram(const ViewInput& input) {
  return pair_diagram(input, pair_quantity("raw-scores"));
}

}  // namespace attn
