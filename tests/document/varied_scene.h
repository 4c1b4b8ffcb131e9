#pragma once

#include "tests/engine/random_scene.h"

namespace attn::test {

/// A valid scene that has all that a scene may have, absent weights and unequal widths too.
inline Scene varied_scene(Random& random) {
  for (;;) {
    Scene scene = random_scene(random);
    if (random.below(3) == 0) scene.queries = Queries{names(2, "q"), random.matrix(2, 3)};
    for (Head& head : scene.heads) {
      if (random.coin()) head.w_q.reset();
      if (random.coin()) head.w_k.reset();
      if (random.coin()) head.w_v.reset();
      if (random.coin()) head.v.reset();
      if (random.coin()) head.w_a.reset();
    }
    if (random.coin()) {
      for (std::size_t h = 0; h < scene.heads.size(); ++h) {
        Head& head = scene.heads[h];
        if (random.coin()) head.w_q = random.matrix(scene.query_embeddings().cols(), 4);
        if (random.coin()) head.w_k = random.matrix(scene.embeddings->cols(), 2);
        const Index q = width_of_q(scene, h);
        const Index k = width_of_k(scene, h);
        if (q != k) head.w_a = random.matrix(q, k);
        head.v.reset();
      }
    }
    set_combine(random, *scene.combine.kind, scene);
    if (!check(scene)) return scene;
  }
}

}  // namespace attn::test
