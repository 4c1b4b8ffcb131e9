#include "app/session/learning/seen_slope.h"

#include <algorithm>
#include <cmath>

namespace attn {

const WideMatrix* slope_of_table(const SceneSlope& slope, const std::string& name) {
  std::string place = "/" + name;
  std::ranges::replace(place, '.', '/');
  const WideMatrix* found = slope.gradients.find(place);
  // The queries' own embeddings are in an object of theirs.
  return found != nullptr ? found : slope.gradients.find(place + "/embeddings");
}

double size_of_share(const SceneSlope& slope, double share) {
  std::vector<double> sizes;
  for (const PlacedGradient& one : slope.gradients.entries()) {
    for (Index n = 0; n < one.numbers.size(); ++n) {
      const double size = std::abs(one.numbers.data()[n]);
      if (size > 0 && std::isfinite(size)) sizes.push_back(size);
    }
  }
  if (sizes.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes.size() - 1));
  std::ranges::nth_element(sizes, sizes.begin() + at);
  return sizes[static_cast<std::size_t>(at)];
}

}  // namespace attn
