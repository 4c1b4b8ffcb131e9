#include "app/session/workspace/numbers_needed.h"

#include <algorithm>

#include "app/document/view/view_kinds.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/clamped.h"

namespace attn {

bool range_needs_all_numbers(std::string_view range, const Scene& scene) {
  // Weights are mostly within 0 to 1; for other ranges the ends must be checked.
  return !range_kind(range, span_of_all(pair_quantity("weights"), scene)).is_unit();
}

namespace {

/// Returns whether colours or bars next to a head's rows may depend on any of its weights.
bool looks_through(const Scene& scene, std::size_t h) {
  return weight_bounds(scene, h) != WeightBounds{};
}

}  // namespace

gl::NumbersNeeded numbers_needed(const Look& look, const Evaluation& evaluation,
                                 std::optional<Cell> shown, bool has_lesson,
                                 const DrawnNumbers& drawn) {
  gl::NumbersNeeded needed;
  needed.all = !view_kind(look.view).is_by_rows || look.snapshot.kept || has_lesson ||
               look.export_wish || drawn.all ||
               range_needs_all_numbers(look.view.options.range, evaluation.scene);
  needed.head =
      clamped<Index>(look.view.head, 0, static_cast<Index>(evaluation.trace.heads.size()) - 1);
  needed.all |= looks_through(evaluation.scene, static_cast<std::size_t>(needed.head));
  const auto [first, last] = drawn.rows;
  const Index end = std::min(last, evaluation.scene.query_count());
  for (Index row = first; row < end; ++row) needed.rows.push_back(row);
  if (shown) {
    const auto place = std::ranges::lower_bound(needed.rows, shown->query);
    if (place == needed.rows.end() || *place != shown->query) {
      needed.rows.insert(place, shown->query);
    }
  }
  return needed;
}

}  // namespace attn
