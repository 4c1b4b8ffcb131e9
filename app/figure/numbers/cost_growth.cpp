#include "app/figure/numbers/cost_growth.h"

#include <algorithm>
#include <cmath>

#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/numbers/last_made.h"

namespace attn {
namespace {

constexpr double kLeastEnd = 4096, kPerDecade = 6;

}  // namespace

std::shared_ptr<const CostGrowth> cost_growth(const Scene& scene) {
  static LastMade<EvaluatedScene, CostGrowth> last;
  return last.of({scene}, takes_long(scene), [scene] {
    CostGrowth growth{std::make_shared<const Cost>(scene), {}};
    const Cost& cost = *growth.cost;
    const double end = std::max(kLeastEnd, 4 * static_cast<double>(cost.keys()));
    const double steps = std::ceil(std::log10(end) * kPerDecade);
    Index before = 0;
    for (double step = 0; step <= steps; ++step) {
      const auto tokens = static_cast<Index>(std::lround(std::pow(10, step / kPerDecade)));
      if (tokens == before) continue;
      before = tokens;
      growth.points.push_back({tokens, cost.cost_of_sequence(tokens),
                               cost.cost_of_full_sequence(tokens), cost.cost_of_next_token(tokens),
                               cost.cached_numbers(tokens), cost.full_cached_numbers(tokens)});
    }
    return growth;
  });
}

}  // namespace attn
