#pragma once

#include <optional>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/attention/wide_trace.h"
#include "engine/gradients/loss.h"

namespace attn {

/// What is wanted of a scene: all of it together is one loss.
struct SceneWish {
  std::vector<Loss> losses{};
  /// Each output is made of all other keys: a point is predicted from the points beside it. Only
  /// where queries are the keys.
  bool hides_own_key = false;
  /// A weight that is to grow: the loss is minus it.
  struct RaisedWeight {
    std::size_t head = 0;
    Cell cell{};
  };
  std::optional<RaisedWeight> raised{};
};

/// The loss of a scene, and how it grows with each number on the way and each that is given.
struct SceneSlope {
  double loss = 0;
  WideTrace trace, by;
  Gradients gradients{};
};

/// The scene whose outputs are looked at: the same, or without each query's own key.
Scene scene_of_wish(const Scene& scene, const SceneWish& wish);

/// Throws SceneError where the scene can't have such a wish, and where its loss is infinite.
SceneSlope slope_of(const Scene& scene, const SceneWish& wish);
/// The loss alone.
double loss_of(const Scene& scene, const SceneWish& wish);

/// How much the output of `query` changes with each token: the length of ∂output/∂embedding over
/// all columns of the output, or of one `column`. The query's own token counts on each of its ways.
/// Empty where the scene has no output or no embeddings.
std::vector<double> saliency_of(const Scene& scene, Index query,
                                std::optional<Index> column = std::nullopt);

}  // namespace attn
