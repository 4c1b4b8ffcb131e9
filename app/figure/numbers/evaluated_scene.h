#pragma once

#include "engine/attention/evaluation.h"

namespace attn {

/// Key of results computed from an evaluation: two evaluations of the same scene compare equal.
struct EvaluatedScene {
  Scene scene;

  bool operator==(const EvaluatedScene& other) const {
    return same_computation(scene, other.scene) && scene.tokens == other.scene.tokens &&
           scene.query_tokens() == other.scene.query_tokens();
  }
};

/// Returns whether evaluating the scene again may take longer than a frame allows.
inline bool takes_long(const Scene& scene) {
  constexpr Index kQuickly = 200'000;
  return scene.query_count() * scene.key_count() * std::ssize(scene.heads) > kQuickly;
}

/// Memory that an open scene needs, in bytes: bytes_needed(), and for each pair of a view the
/// texture, its pyramid, their upload and a copy. More than a view uses.
double bytes_in_window(const Scene& scene);

/// Evaluates a scene other than the open one for drawing, while other scenes use `others` bytes.
/// Throws SceneError, also if the total memory would exceed the limit.
Trace evaluate_among(const Scene& scene, double others);
/// Evaluates `scene` while the evaluation of `open` stays, and `others` bytes more.
Trace evaluate_beside(const Scene& open, const Scene& scene, double others = 0);

}  // namespace attn
