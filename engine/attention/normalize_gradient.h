#pragma once

#include <optional>

#include "engine/attention/gradients.h"
#include "engine/attention/normalize.h"
#include "engine/base/product.h"

namespace attn {

/// As normalize(), not rounded. `scores` tie as they should where weights jump.
WideMatrix normalize_wide(const Normalizer& normalizer, const WideMatrix& scores,
                          std::optional<float> sink);

/// Of one head's weights.
struct NormalizerGradient {
  const Normalizer& normalizer;
  const WideMatrix& scores;  ///< M x L, as normalize_wide() takes them
  std::optional<float> sink;
  const WideMatrix& by_weights;             ///< M x L, how the loss grows with each
  const WideMatrix& by_scaled;              ///< WideHead::scaled
  const GradientsBelow& of_normalizer;      ///< takes what temperature, length and offset get
  const GradientsBelow* of_head = nullptr;  ///< and the sink; null where there is none
};

/// How the loss grows with the scores, M x L: 0 where a key is not seen, and at T = 0 and T = ∞,
/// where weights stay as they are.
WideMatrix normalize_backward(const NormalizerGradient& of);

}  // namespace attn
