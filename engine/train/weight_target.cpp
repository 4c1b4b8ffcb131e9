#include "engine/train/weight_target.h"

#include <algorithm>
#include <cmath>

namespace attn {

Index WeightTarget::count() const {
  Index count = 0;
  for (Index row = 0; row < rows.rows(); ++row) count += has(row);
  return count;
}

double distance(const WeightTarget& target, const Matrix& weights) {
  double sum = 0;
  Index count = 0;
  const Index length = std::min(target.rows.rows(), weights.rows());
  for (Index row = 0; row < length; ++row) {
    if (!target.has(row)) continue;
    ++count;
    for (Index key = 0; key < std::min(target.rows.cols(), weights.cols()); ++key) {
      const auto wanted = static_cast<double>(target.rows(row, key));
      if (wanted > 0) sum += wanted * std::log(wanted / static_cast<double>(weights(row, key)));
    }
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

}  // namespace attn
