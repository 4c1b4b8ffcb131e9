#include "app/ui/numbers/gradient_mark.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn::ui {

float typical_size(const Matrix& numbers) {
  constexpr double kShare = 0.99;
  if (numbers.size() == 0) return 0;
  std::vector<float> sizes;
  for (Index n = 0; n < numbers.size(); ++n) sizes.push_back(std::abs(numbers.data()[n]));
  const auto at = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(sizes.size() - 1));
  std::ranges::nth_element(sizes, sizes.begin() + at);
  return sizes[static_cast<std::size_t>(at)];
}

void gradient_mark(ImDrawList* list, const Theme& theme, const Box& cell, float gradient,
                   float typical, ImU32 ink) {
  if (!(typical > 0) || !std::isfinite(gradient)) return;
  const float most = std::min(theme.px(11), cell.width() - 2);
  const float base = most * std::sqrt(std::min(1.F, std::abs(gradient) / typical));
  if (base < theme.px(3)) return;
  const ImVec2 center((cell.min.x + cell.max.x) / 2, (cell.min.y + cell.max.y) / 2);
  const float half = base / 2, height = base * 0.42F, up = gradient < 0 ? -1.F : 1.F;
  list->AddTriangleFilled({center.x - half, center.y - up * height},
                          {center.x + half, center.y - up * height},
                          {center.x, center.y + up * height}, ink);
}

}  // namespace attn::ui
