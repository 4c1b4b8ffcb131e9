#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "engine/attention/evaluation.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::test {

/// Attention over an image as it is imported: given scores of `heads` heads over a class token,
/// registers and patches, with names.
inline Scene patch_scene(Index patches, Index skip, std::size_t heads = 2) {
  Scene scene;
  scene.title = "An image";
  const Index keys = skip + patches;
  for (Index n = 0; n < keys; ++n) {
    scene.tokens.push_back(n == 0 && skip > 0 ? "[CLS]"
                           : n < skip         ? "reg" + std::to_string(n)
                                              : "p" + std::to_string(n - skip));
  }
  scene.embeddings = Matrix(keys, 0);
  scene.score.kind = &score_kind("given");
  scene.heads.assign(heads, Head{});
  Random random(case_seed(patches, skip, heads));
  for (Head& head : scene.heads) head.scores = random.matrix(keys, keys);
  return scene;
}

inline std::shared_ptr<const Evaluation> evaluated_patches(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

}  // namespace attn::test
