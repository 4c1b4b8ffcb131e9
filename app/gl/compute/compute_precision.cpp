#include "app/gl/compute/compute_precision.h"

#include "engine/attention/shapes.h"
#include "engine/fast/fast.h"

namespace attn::gl {
bool is_small(const Scene& scene) {
  constexpr double kFewProducts = 1 << 26;
  double products = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const double widths = static_cast<double>(width_of_k(scene, h) + width_of_v(scene, h));
    products += widths * static_cast<double>(scene.query_count() * scene.key_count());
  }
  return products < kFewProducts;
}

bool needs_wide_sum(double bound) {
  // Same rule as for scores that are used directly as weights.
  return needs_wide_scores(Normalizer{}, bound, 1);
}

}  // namespace attn::gl
