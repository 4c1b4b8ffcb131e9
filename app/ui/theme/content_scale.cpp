#include "app/ui/theme/content_scale.h"

#include <algorithm>
#include <cmath>

namespace attn::ui {

float fitting_scale(float screen_scale, float width, float height) {
  constexpr float kSteps = 8;
  const float most = std::min(width / kLeastWidth, height / kLeastHeight);
  if (screen_scale <= most) return std::max(1.F, screen_scale);
  return std::max(1.F, std::floor(most * kSteps) / kSteps);
}

}  // namespace attn::ui
