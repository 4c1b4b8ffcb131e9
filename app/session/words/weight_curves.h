#pragma once

#include <optional>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// Weights of one query's keys over the slider's temperatures.
struct WeightCurves {
  struct KeyCurve {
    Index key;
    std::vector<float> weights;  ///< one for each position
  };
  std::vector<float> places;    ///< on the slider, 0…1, ascending
  std::vector<KeyCurve> lines;  ///< the strongest keys, the strongest first
};

/// Returns whether head h's weights are shares that depend only on a row's scores and the
/// temperature.
bool has_weight_curves(const Scene& scene, std::size_t h);

/// Curves of `scores`, 1 x L with exact ties, for the `most` strongest visible keys, and for `also`
/// if visible. Empty without visible keys.
WeightCurves weight_curves(const Normalizer& normalizer, const Matrix& scores, std::size_t most,
                           Index also);

/// Cache of the curves of a query of head h.
class CachedCurves {
 public:
  const WeightCurves& curves_of(const Evaluation& evaluation, std::size_t h, Index query,
                                std::size_t most, Index also);

 private:
  std::optional<Scene> scene_;  ///< inputs of the members below
  std::size_t h_ = 0;
  Index query_ = 0, also_ = 0;
  WeightCurves curves_;
};

}  // namespace attn
