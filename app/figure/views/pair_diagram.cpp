#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/heatmap_grid.h"
#include "app/figure/numbers/last_made.h"
#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/mask.h"

namespace attn {
namespace {

constexpr double kSmallestMatrix = 64;  // smaller matrices are thumbnails

/// Returns whether the trace stores the numbers; otherwise they are computed from the scene.
bool are_kept(const ViewInput& input) { return input.head_trace().weights.size() > 0; }

/// Cache of the last drawn shades of several heads.
class DrawnHeads {
 public:
  DrawnHeads(std::shared_ptr<const Evaluation> evaluation, std::vector<std::size_t> heads,
             std::vector<Shading> shadings)
      : evaluation_(std::move(evaluation)),
        heads_(std::move(heads)),
        shadings_(std::move(shadings)) {}

  /// Shades of the n-th head.
  Matrix shades(std::size_t n, int rows, int columns) {
    const std::lock_guard lock(mutex_);
    if (strongest_.empty() || rows != rows_ || columns != columns_) {
      strongest_ = strongest_weights(evaluation_->scene, heads_, rows, columns);
      rows_ = rows;
      columns_ = columns;
    }
    return shadings_[n].shades(strongest_[n]);
  }

 private:
  const std::shared_ptr<const Evaluation> evaluation_;
  const std::vector<std::size_t> heads_;
  const std::vector<Shading> shadings_;
  std::mutex mutex_;
  int rows_ = 0, columns_ = 0;
  std::vector<Matrix> strongest_;
};

/// Shadings of weights that are not stored, one for each of `heads`, with sample weights taken into
/// account.
std::vector<Shading> drawn_with_large(const Scene& scene, std::span<const std::size_t> heads,
                                      std::vector<Shading> shadings) {
  // Weights lie within 0 … 1.
  const bool is_known =
      std::ranges::all_of(shadings, [](const Shading& one) { return one.kind->is_unit(); });
  if (is_known) return shadings;
  const std::vector<ColorRange> found = weight_extremes(scene, heads);
  for (std::size_t n = 0; n < shadings.size(); ++n) {
    const Matrix ends{{found[n].low, found[n].high}};
    shadings[n] = drawn_with(std::move(shadings[n]), ends);
  }
  return shadings;
}

/// Weights of `heads` that are not stored, as matrices shaded by `shading(h)`. All that are drawn
/// at the same size are computed in one pass.
std::vector<std::shared_ptr<const LargeMatrix>> large_weights(const ViewInput& input,
                                                              const std::vector<Index>& heads,
                                                              const auto& shading) {
  std::vector<std::size_t> numbers;
  std::vector<Shading> shadings;
  for (const Index h : heads) {
    numbers.push_back(static_cast<std::size_t>(h));
    shadings.push_back(shading(h));
  }
  const auto drawn =
      std::make_shared<DrawnHeads>(input.evaluation, std::move(numbers), std::move(shadings));
  std::vector<std::shared_ptr<const LargeMatrix>> matrices;
  for (std::size_t n = 0; n < heads.size(); ++n) {
    const auto strongest = [drawn, n](int rows, int columns) {
      return drawn->shades(n, rows, columns);
    };
    matrices.push_back(std::make_shared<const LargeMatrix>(
        LargeMatrix{input.scene().query_count(), input.scene().key_count(), strongest}));
  }
  return matrices;
}

/// Returns whether a mask of the scene hides a key of a query.
bool hides_keys(const Scene& scene) { return !scene.masks.empty() && !visible_keys(scene).all(); }

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
    return are_kept(input) ? kept_pairs(input, quantity, std::move(shading))
                           : large_pairs(input.scene(), head, std::move(shading));
  });
}

/// Shadings, one for each head.
std::vector<Shading> shadings_of(const ViewInput& input, const PairQuantity& quantity) {
  const Trace& trace = input.trace();
  std::vector<Shading> shadings;
  std::vector<std::size_t> all;
  for (const HeadTrace& head : trace.heads) {
    const Index h = std::ssize(shadings);
    all.push_back(all.size());
    Shading shading = shading_of(quantity, trace, h, input.state.options.range,
                                 span_of_all(quantity, input.scene()));
    if (!are_kept(input)) {
      shadings.push_back(std::move(shading));
      continue;
    }
    shadings.push_back(
        shading.has_shades()  // margins have no colour then
            ? drawn_with(std::move(shading), quantity.numbers(head), &quantity.mask(head))
            : drawn_with_margins(std::move(shading), quantity, *input.evaluation, h));
  }
  return are_kept(input) ? shadings : drawn_with_large(input.scene(), all, std::move(shadings));
}

/// Heatmap of the pairs of a head, shaded by `shading`, with `legend`; from `large` if the trace
/// has no numbers.
LabelledMatrix heatmap_of_head(const ViewInput& input, const PairQuantity& quantity, Index h,
                               const Shading& shading, const Shading& legend,
                               std::shared_ptr<const LargeMatrix> large) {
  const HeadTrace& head = input.trace().head(h);
  const bool is_one = !input.all_heads;
  const NumberSpan span =
      is_one ? span_of(quantity, input.scene(), h) : span_of_all(quantity, input.scene());
  LabelledMatrix heatmap =
      pair_heatmap(quantity, input.scene(), legend, colormap_of(input.state, span));
  heatmap.shown = input.shown;
  heatmap.cells = input.cells;
  heatmap.scale = input.scale;
  if (quantity.part == Part::weights) add_margins(heatmap, *input.evaluation, h);
  MatrixMark& matrix = heatmap.matrix;
  matrix.range = shading.range;
  matrix.numbers = input.state.numbers;
  matrix.where = input.where(quantity.part, h);
  if (large) {
    matrix.large = std::move(large);
    return heatmap;
  }
  matrix.values = input.share(quantity.numbers(head));
  if (quantity.mask(head).minCoeff() == kMasked) {
    matrix.scores = input.share(quantity.mask(head));
  }
  matrix.shades = shared_shades(shading, matrix.values);
  return heatmap;
}

/// Draws `quantity` as one panel per head, on the colours of the chosen range.
Diagram pair_panels(const ViewInput& input, const PairQuantity& quantity) {
  const std::vector<Index> heads = input.all_or_chosen_heads();
  const std::vector<Shading> shadings = shadings_of(input, quantity);
  const auto shading = [&](Index h) { return shadings[static_cast<std::size_t>(h)]; };
  const Shading legend = legend_of_panels(shading(input.head()), shadings, "head");
  std::vector<std::shared_ptr<const LargeMatrix>> large(heads.size());
  if (!are_kept(input)) large = large_weights(input, heads, shading);
  std::vector<GridPanel> panels;
  const bool is_kept = are_kept(input);
  bool has_masked = !is_kept && hides_keys(input.scene());
  for (std::size_t n = 0; n < heads.size(); ++n) {
    const std::string number = std::to_string(heads[n]);
    LabelledMatrix heatmap =
        heatmap_of_head(input, quantity, heads[n], shading(heads[n]), legend, std::move(large[n]));
    heatmap.matrix.name += ".head[" + number + "]";
    heatmap.label = Type::small;
    // Margins outside the range are shown as numbers only.
    for (MatrixMargin& margin : heatmap.beside) margin.is_coloured &= !heatmap.matrix.shades;
    has_masked |= heatmap.matrix.scores != nullptr;
    panels.push_back({std::move(heatmap), input.look, "head " + number, number});
  }
  for (GridPanel& panel : panels) panel.heatmap.has_masked = has_masked;
  return heatmap_grid(
      input.ruler, panels,
      {.columns = input.look.columns > 0 ? input.look.columns : usual_columns(heads.size()),
       .width = input.width,
       .height = input.height,
       .cells = input.cells,
       .scale = input.scale,
       .legend = input.legend,
       .legend_below = input.look.legend_below});
}

Diagram pair_diagram(const ViewInput& input, const PairQuantity& quantity) {
  if (input.all_heads) return pair_panels(input, quantity);
  const auto pairs = pairs_of(input, quantity);
  std::shared_ptr<const LargeMatrix> large;
  if (!are_kept(input)) {
    const auto shading = [&](Index) { return pairs->shading; };
    large = large_weights(input, {input.head()}, shading).front();
  }
  LabelledMatrix heatmap = heatmap_of_head(input, quantity, input.head(), pairs->shading,
                                           pairs->shading, std::move(large));
  if (!input.legend) heatmap.shading = nullptr;
  heatmap.has_masked = pairs->has_masked;
  heatmap.unseeing = pairs->unseeing;
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
  const MatrixMark laid = add_heatmap(diagram, input.ruler, std::move(heatmap), layout);
  add_notes(diagram, input.ruler, laid, input.look, {0, 0, diagram.width, diagram.height});
  return diagram;
}

}  // namespace

LabelledMatrix pair_heatmap(const PairQuantity& quantity, const Scene& scene,
                            const Shading& shading, const Colormap& colormap) {
  return {.matrix = {.name = std::string(quantity.id),
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
