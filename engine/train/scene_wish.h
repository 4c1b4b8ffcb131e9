#pragma once

#include <optional>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/gradients/loss.h"

namespace attn {

/// Goal of a scene: the sum of its losses.
struct SceneWish {
  std::vector<Loss> losses{};
  /// Each output is computed without the query's own key: a point is predicted from its neighbours.
  /// Only if queries are the keys.
  bool hides_own_key = false;
  /// Weight to raise: the loss is its negative.
  struct RaisedWeight {
    std::size_t head = 0;
    Cell cell{};
  };
  std::optional<RaisedWeight> raised{};
};

/// Loss of a scene, and its gradient by each intermediate and each given number.
struct SceneSlope {
  double loss = 0;
  WideTrace trace, by;
  Gradients gradients{};
};

/// Throws SceneError if the goal does not fit the scene, or its loss is infinite.
SceneSlope loss_with_gradients(const Scene& scene, const SceneWish& wish);
/// Only the loss.
double loss_of(const Scene& scene, const SceneWish& wish);

/// Sensitivity of the output of `query` to each token: norm of ∂output/∂embedding over all columns
/// of the output, or of one `column`. The query's own token counts in all its roles. Empty if the
/// scene has no output or no embeddings.
std::vector<double> saliency_of(const Scene& scene, Index query,
                                std::optional<Index> column = std::nullopt);

}  // namespace attn
