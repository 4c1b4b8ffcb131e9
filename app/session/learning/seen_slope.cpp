#include "app/session/learning/seen_slope.h"

#include <algorithm>
#include <cmath>

namespace attn {

const WideMatrix* slope_of_table(const SceneSlope& slope, const std::string& name) {
  std::string place = "/" + name;
  std::ranges::replace(place, '.', '/');
  const WideMatrix* found = slope.gradients.find(place);
  // Queries' own embeddings are in a separate object.
  return found != nullptr ? found : slope.gradients.find(place + "/embeddings");
}

std::optional<double> slope_of_field(const SceneSlope& slope, std::string_view name) {
  constexpr std::string_view kMask = "mask.";
  std::string place = "/" + std::string(name);
  if (name == "temperature") place = "/normalizer/temperature";
  if (name.starts_with(kMask)) place = "/masks." + std::string(name.substr(kMask.size()));
  std::ranges::replace(place, '.', '/');
  const WideMatrix* found = slope.gradients.find(place);
  if (found == nullptr || found->size() != 1) return std::nullopt;
  return (*found)(0, 0);
}

double slope_quantile(const SceneSlope& slope, double share) {
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
