#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

/// Inputs of the backward pass of the combined output.
struct CombineGradient {
  const Combine& combine;
  const std::vector<WideHead>& heads;
  const WideMatrix& by;  ///< gradient of the loss by the output, M x Do
  const GradientsBelow& of_combine;
};

/// Way to combine the heads' outputs, M x dv_h each.
struct CombineKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  Joins joins;
  /// The combined output, M x Do; null if the kind has none.
  Matrix (*combine)(const Combine& combine, const std::vector<HeadTrace>& heads);
  WideMatrix (*combine_wide)(const Combine& combine, const std::vector<WideHead>& heads);
  /// Writes the gradients of the heads' outputs to `by_heads`. Ties for the largest share equally.
  void (*backward)(const CombineGradient& of, std::vector<WideHead>& by_heads);
  /// Do; null if the kind has none.
  Index (*width)(const Scene& scene);
  /// Throws SceneError if the scene's combine does not fit its heads.
  void (*check)(const Scene& scene);
  int products = 0;  ///< multiplications per number of O, if all heads count equally
  int version = 1;   ///< version of the scene format that introduced it
};

/// Last stage: the combined output, M x Do; empty for combine `none` and without values. May exceed
/// float32's range.
std::optional<Matrix> combine_heads(const Combine& combine, const std::vector<HeadTrace>& heads);

}  // namespace attn
