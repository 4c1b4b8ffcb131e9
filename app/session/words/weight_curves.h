#pragma once

#include <optional>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// The weights of one query's keys at every temperature of the slider.
struct WeightCurves {
  struct KeyCurve {
    Index key;
    std::vector<float> weights;  ///< one for each place
  };
  std::vector<float> places;    ///< on the slider, 0…1, rising
  std::vector<KeyCurve> lines;  ///< the strongest keys, the strongest first
};

/// Whether a row of head h's scores and the temperature alone make its weights, shares of a whole.
bool has_weight_curves(const Scene& scene, std::size_t h);

/// The curves of `scores`, 1 x L, the same where they tie, for the `most` strongest keys that are
/// seen, and for `also` where it is seen. None where no key is.
WeightCurves weight_curves(const Normalizer& normalizer, const Matrix& scores, std::size_t most,
                           Index also);

/// The curves of a query of head h, computed anew only where what they are of changed.
class CachedCurves {
 public:
  const WeightCurves& of(const Evaluation& evaluation, std::size_t h, Index query, std::size_t most,
                         Index also);

 private:
  std::optional<Scene> scene_;  ///< what all below is of
  std::size_t h_ = 0;
  Index query_ = 0, also_ = 0;
  WeightCurves curves_;
};

}  // namespace attn
