#pragma once

#include <optional>

#include "engine/attention/gradients.h"
#include "engine/attention/normalize.h"
#include "engine/base/matrix.h"

namespace attn {

/// As normalise(), without rounding. `scores` must tie exactly where weights are discontinuous.
WideMatrix normalize_wide(const Normalizer& normalizer, const WideMatrix& scores,
                          std::optional<float> sink);

/// Inputs of the backward pass of a head's weights.
struct NormalizerGradient {
  const Normalizer& normalizer;
  const WideMatrix& scores;  ///< M x L, the input of normalize_wide()
  std::optional<float> sink;
  const WideMatrix& by_weights;             ///< M x L, gradient by the weights
  const WideMatrix& by_scaled;              ///< WideHead::scaled
  const GradientsBelow& of_normalizer;      ///< collects gradients of temperature, length and
                                            ///< offset
  const GradientsBelow* of_head = nullptr;  ///< collects the sink's gradient; null without a sink
};

/// Gradient by the scores, M x L: 0 for hidden keys, and at T = 0 and T = ∞, where weights are
/// locally constant.
WideMatrix normalize_backward(const NormalizerGradient& of);

}  // namespace attn
