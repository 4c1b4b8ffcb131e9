#include "engine/shift.h"

#include <algorithm>

#include "engine/mask.h"
#include "engine/position.h"
#include "engine/product.h"

namespace attn {

bool shifts_scores(const Scene& scene) {
  return scene.bias || scene.position.kind->slope ||
         std::ranges::any_of(scene.masks,
                             [](const Mask& m) { return m.kind->shift && m.sigma.has_value(); });
}

void shift_scores(const Scene& scene, std::size_t h, Matrix& scores) {
  const auto slope_of = scene.position.kind->slope;
  const double slope = slope_of ? slope_of(scene.position, static_cast<Index>(h),
                                           static_cast<Index>(scene.heads.size()))
                                : 0;
  WideRow row;
  for (Index i = 0; i < scores.rows(); ++i) {
    row = scores.row(i).cast<double>();
    if (scene.bias) row += (*scene.bias)->row(i).cast<double>();
    if (slope_of) {
      for (Index j = 0; j < row.cols(); ++j) row(j) -= slope * static_cast<double>(std::abs(i - j));
    }
    for (const Mask& mask : scene.masks) {
      if (mask.kind->shift) mask.kind->shift(mask, i, row);
    }
    scores.row(i) = row.cast<float>();
  }
}

}  // namespace attn
