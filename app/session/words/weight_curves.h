#pragma once

#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// The weights of one query's keys at every temperature of the slider.
struct WeightCurves {
  struct Line {
    Index key;
    std::vector<float> weights;  ///< one for each place
  };
  std::vector<float> places;  ///< on the slider, 0…1, rising
  std::vector<Line> lines;    ///< the strongest keys, the strongest first
};

/// The curves of `scores`, 1 x L, for the `most` strongest keys that are seen, and for `also` where
/// it is seen. None where no key is.
WeightCurves weight_curves(const NormalizerKind& kind, const Matrix& scores, std::size_t most,
                           Index also);

/// Curves that are computed anew only where what they are of changed.
class CachedCurves {
 public:
  const WeightCurves& of(const NormalizerKind& kind, const Matrix& scores, std::size_t most,
                         Index also);

 private:
  const NormalizerKind* kind_ = nullptr;
  Matrix scores_;
  Index also_ = -1;
  WeightCurves curves_;
};

}  // namespace attn
