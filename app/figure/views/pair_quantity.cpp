#include "app/figure/views/pair_quantity.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/figure/numbers/weight_sums.h"
#include "engine/attention/lookup.h"
#include "engine/attention/weight_bounds.h"

namespace attn {
namespace {

const Matrix& weights(const HeadTrace& head) { return head.weights; }
const Matrix& scores(const HeadTrace& head) { return head.scores; }
const Matrix& masked(const HeadTrace& head) { return head.masked(); }
const Matrix& raw_scores(const HeadTrace& head) { return head.raw_scores(); }

constexpr PairQuantity kQuantities[] = {
    {Part::weights, "weights", "weight", false, weights, masked},
    {Part::scores, "scores", "score", true, scores, scores},
    {Part::raw, "raw-scores", "raw score", true, raw_scores, raw_scores},
};

}  // namespace

std::span<const PairQuantity> pair_quantities() { return kQuantities; }

const PairQuantity& pair_quantity(std::string_view id) { return row_of(pair_quantities(), id); }

bool has_raw_scores(const HeadTrace& head) { return head.raw.size() > 0; }

Matrix masked_numbers(const PairQuantity& quantity, const HeadTrace& head) {
  return (quantity.mask(head).array() == kMasked).select(kMasked, quantity.numbers(head));
}

Matrix masked_difference(const Matrix& a, const Matrix& b) {
  const auto is_masked = a.array() == kMasked || b.array() == kMasked;
  return is_masked.select(kMasked, b - a);
}

NumberSpan span_of(const PairQuantity& quantity, const Scene& scene, Index head) {
  if (quantity.are_scores) return NumberSpan::kSigned;
  return span_of(weight_bounds(scene, static_cast<std::size_t>(head)));
}

NumberSpan span_of_all(const PairQuantity& quantity, const Scene& scene) {
  NumberSpan all = NumberSpan::kShares;
  for (Index h = 0; h < std::ssize(scene.heads); ++h) {
    all = std::max(all, span_of(quantity, scene, h));
  }
  return all;
}

Shading shading_of(const PairQuantity& quantity, const AttentionTrace& trace, Index head,
                   std::string_view range, NumberSpan span) {
  std::vector<const Matrix*> all;
  for (const HeadTrace& one : trace.heads) all.push_back(&quantity.numbers(one));
  if (parse_percentiles(range)) {  // percentiles of visible pairs only
    std::vector<Matrix> seen;
    for (const HeadTrace& one : trace.heads) seen.push_back(masked_numbers(quantity, one));
    for (std::size_t h = 0; h < seen.size(); ++h) all[h] = &seen[h];
    return shading_of(span, range, *all[static_cast<std::size_t>(head)], all);
  }
  Shading made = shading_of(span, range, *all[static_cast<std::size_t>(head)], all);
  // A range over all heads needs no label with a single head.
  if (all.size() == 1 && made.kind->ends == RangeEnds::kOfAll) made.words.clear();
  return made;
}

void add_margins(LabelledMatrix& heatmap, const Evaluation& evaluation, Index head) {
  const Matrix& weights = evaluation.trace.head(head).weights;
  if (weights.size() == 0) return;
  const WeightBounds bounds = weight_bounds(evaluation.scene, static_cast<std::size_t>(head));
  const auto shared = [](Matrix made) { return std::make_shared<const Matrix>(std::move(made)); };
  if (auto sink = sink_column(evaluation, head)) {
    heatmap.beside.push_back({"sink", shared(*std::move(sink)), /*is_coloured=*/true});
  }
  if (bounds.row != WeightBounds::Sum::kOne) {
    heatmap.beside.push_back({"sum", shared(row_sums(weights))});
  }
  if (bounds.columns_sum_to_one) heatmap.below = {"sum", shared(column_sums(weights))};
}

Shading drawn_with_margins(Shading shading, const PairQuantity& quantity,
                           const Evaluation& evaluation, Index head) {
  const HeadTrace& trace = evaluation.trace.head(head);
  const auto sink =
      quantity.part == Part::weights ? sink_column(evaluation, head) : std::optional<Matrix>();
  return drawn_with(std::move(shading), quantity.numbers(trace), &quantity.mask(trace),
                    sink ? &*sink : nullptr);
}

}  // namespace attn
