#pragma once

#include "engine/attention/evaluation.h"

namespace attn {

/// What something is made of an evaluation for: two of the same scene give the same.
struct EvaluatedScene {
  Scene scene;

  bool operator==(const EvaluatedScene& other) const {
    return same_computation(scene, other.scene) && scene.tokens == other.scene.tokens &&
           scene.query_tokens() == other.scene.query_tokens();
  }
};

/// Whether evaluating the scene again may take longer than a frame has time for.
inline bool takes_long(const Scene& scene) {
  constexpr Index kQuickly = 200'000;
  return scene.query_count() * scene.key_count() * std::ssize(scene.heads) > kQuickly;
}

/// Evaluates `scene` beside what takes `others` bytes. All that is drawn of other scenes than the
/// open one comes from here. Throws SceneError, also where the memory for all of it is not within
/// the limit.
Trace evaluate_among(const Scene& scene, double others);
/// The same beside `open`, whose own evaluation stays, and `others` bytes more.
Trace evaluate_beside(const Scene& open, const Scene& scene, double others = 0);

}  // namespace attn
