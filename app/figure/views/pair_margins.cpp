#include "app/figure/views/pair_margins.h"

#include <memory>
#include <optional>
#include <utility>

#include "app/figure/numbers/weight_sums.h"

namespace attn {

void add_margins(LabelledMatrix& heatmap, const Evaluation& evaluation, Index head) {
  const Matrix& weights = evaluation.trace.heads[static_cast<std::size_t>(head)].weights;
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
  const HeadTrace& trace = evaluation.trace.heads[static_cast<std::size_t>(head)];
  const auto sink =
      quantity.part == Part::weights ? sink_column(evaluation, head) : std::optional<Matrix>();
  return drawn_with(std::move(shading), quantity.numbers(trace), &quantity.mask(trace),
                    sink ? &*sink : nullptr);
}

}  // namespace attn
