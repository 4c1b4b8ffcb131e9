#include "app/session/measures/content_scale.h"

#include <algorithm>
#include <cmath>

#include "engine/base/clamped.h"

namespace attn {

int usual_type_size(float width, float height) {
  constexpr float kWidth = 1700, kHeight = 950, kSteps = 4;
  const float times = std::floor(kSteps * std::min(width / kWidth, height / kHeight)) / kSteps;
  return static_cast<int>(100 * clamped(times, 1.F, 2.5F));
}

int next_type_size(int percent, int by) {
  if (by > 0) {
    const auto larger = std::ranges::upper_bound(kTypeSizes, percent);
    return larger != kTypeSizes.end() ? *larger : kTypeSizes.back();
  }
  const auto smaller = std::ranges::lower_bound(kTypeSizes, percent);
  return smaller != kTypeSizes.begin() ? *(smaller - 1) : kTypeSizes.front();
}

float fitting_scale(float wanted, float width, float height) {
  constexpr float kSteps = 8;
  const float most = std::min(width / kLeastWidth, height / kLeastHeight);
  if (wanted <= std::max(1.F, most)) return wanted;
  return std::max(1.F, std::floor(most * kSteps) / kSteps);
}

float presenting_scale(float width, float height, bool shares) {
  constexpr float kSteps = 8, kMost = 8, kScale = 1.75F, kShared = 1.25F;
  const float wanted = (shares ? kShared : kScale) * std::min(width / 1280, height / 800);
  return clamped(std::floor(wanted * kSteps) / kSteps, 1.F, kMost);
}

}  // namespace attn
