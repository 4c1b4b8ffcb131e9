#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/attention/wide_trace.h"
#include "engine/base/matrix.h"

namespace attn {

/// Of the combined output.
struct CombineGradient {
  const Combine& combine;
  const std::vector<WideHead>& heads;
  const WideMatrix& by;  ///< how the loss grows with it, M x Do
  const GradientsBelow& of_combine;
};

/// Combining forward and back in double precision.
struct CombineBothWays {
  WideMatrix (*combine)(const Combine& combine, const std::vector<WideHead>& heads) = nullptr;
  /// Fills the outputs of `by_heads`. What ties for the largest shares it equally.
  void (*backward)(const CombineGradient& of, std::vector<WideHead>& by_heads) = nullptr;
};

/// How the heads' outputs, M x dv_h each, become one.
struct CombineKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  Joins joins;
  /// The combined output, M x Do; null for the kind that has none.
  Matrix (*combine)(const Combine& combine, const std::vector<HeadTrace>& heads);
  CombineBothWays both_ways;
  /// Do; null for the kind that has none.
  Index (*width)(const Scene& scene);
  /// Throws SceneError where the scene's combine doesn't fit its heads.
  void (*check)(const Scene& scene);
  int products = 0;  ///< multiplications of each number of O, where heads are taken alike
  int version = 1;   ///< of the scene format that it came with
};

/// The last stage: the combined output, M x Do, or nothing for combine `none` and where there
/// are no values. It may leave float32's range.
std::optional<Matrix> combine_heads(const Combine& combine, const std::vector<HeadTrace>& heads);

}  // namespace attn
