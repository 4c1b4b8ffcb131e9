#include "app/session/measures/content_scale.h"

#include <algorithm>
#include <cmath>

namespace attn {

float fitting_scale(float screen_scale, float width, float height) {
  constexpr float kSteps = 8;
  const float most = std::min(width / kLeastWidth, height / kLeastHeight);
  if (screen_scale <= most) return std::max(1.F, screen_scale);
  return std::max(1.F, std::floor(most * kSteps) / kSteps);
}

float presenting_scale(float width, float height, bool shares) {
  constexpr float kSteps = 8, kMost = 8, kScale = 1.75F, kShared = 1.25F;
  const float wanted = (shares ? kShared : kScale) * std::min(width / 1280, height / 800);
  return std::clamp(std::floor(wanted * kSteps) / kSteps, 1.F, kMost);
}

}  // namespace attn
