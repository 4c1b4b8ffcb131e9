#pragma once

#include <algorithm>

#include "engine/check.h"
#include "engine/combine.h"
#include "engine/mask.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/score.h"
#include "engine/shapes.h"
#include "tests/engine/scenes.h"

namespace attn::test {

/// Those of version 1 of the scene format, which come first: what random scenes are made of.
template <typename Kind>
std::span<const Kind> first_kinds(std::span<const Kind> kinds) {
  const auto count = std::ranges::count(kinds, 1, &Kind::version);
  return kinds.first(static_cast<std::size_t>(count));
}

template <typename Kind>
const Kind* any_of(Random& random, std::span<const Kind> kinds) {
  const auto first = first_kinds(kinds);
  return &first[static_cast<std::size_t>(random.below(static_cast<int>(first.size())))];
}

/// A mask of this kind, with parameters that fit the scene.
inline Mask random_mask(Random& random, const MaskKind& kind, const Scene& scene) {
  const Index M = scene.query_count();
  const Index L = scene.key_count();
  Mask mask;
  mask.kind = &kind;
  if (kind.id == "padding") {
    std::vector<bool> valid;
    for (Index j = 0; j < L; ++j) valid.push_back(random.coin());
    mask.valid = valid;
  } else if (kind.id == "window") {
    mask.radius = random.below(4);
    if (random.coin()) mask.sigma = 0.5f + static_cast<float>(random.below(3));
  } else if (kind.id == "custom") {
    mask.allowed = BoolMatrix(BoolMatrix::NullaryExpr(M, L, [&] { return random.coin(); }));
  } else if (kind.id == "graph") {
    std::vector<std::pair<int, int>> edges;
    for (int n = random.below(6); n > 0; --n) {
      edges.emplace_back(random.below(static_cast<int>(M)), random.below(static_cast<int>(L)));
    }
    mask.edges = edges;
    mask.self_loops = random.coin();
  }
  return mask;
}

/// Gives the scene a position of this kind. Widths must be even for `rope`, and Dq = D for
/// `learned`.
inline void set_position(Random& random, const PositionKind& kind, Scene& scene) {
  Position position;
  position.kind = &kind;
  if (kind.id == "sinusoidal" || kind.id == "rope") position.base = random.coin() ? 100 : 10000;
  if (kind.table) position.scale = random.coin() ? 1 : random.number();
  if (kind.id == "learned") {
    const Index rows = std::max(scene.query_count(), scene.key_count()) + random.below(2);
    position.table = random.matrix(rows, scene.embeddings->cols());
  }
  if (kind.id == "alibi" && random.coin()) {
    position.slopes = random.row(static_cast<Index>(scene.heads.size()));
  }
  scene.position = position;
}

inline void set_combine(Random& random, const CombineKind& kind, Scene& scene) {
  Combine combine;
  combine.kind = &kind;
  const std::size_t H = scene.heads.size();
  if (kind.id == "concat" && random.coin()) {
    combine.w_o = random.matrix(w_o_shape(scene).rows.count, 1 + random.below(4));
  }
  if (kind.id == "weighted") combine.w = random.row(static_cast<Index>(H));
  if (kind.id == "projection") {
    const Index Do = 1 + random.below(4);
    for (std::size_t h = 0; h < H; ++h) {
      combine.projections.emplace_back(random.matrix(width_of_v(scene, h), Do));
    }
  }
  scene.combine = combine;
}

inline Head random_head(Random& random, const Scene& scene, Index dv) {
  const Index dk = 2 * (1 + random.below(3));
  Head head;
  head.w_q = random.matrix(scene.query_embeddings().cols(), dk);
  head.w_k = random.matrix(scene.embeddings->cols(), dk);
  head.w_v = random.matrix(value_width(scene), dv);
  if (random.coin()) head.w_a = random.matrix(dk, dk);
  if (random.coin()) head.v = random.row(dk);
  if (random.coin()) head.width = 0.25f + std::abs(random.number());
  return head;
}

/// A small valid scene with a bit of everything; each kind appears in time.
inline Scene random_scene(Random& random) {
  const Index L = 1 + random.below(6);
  const Index D = 2 * (1 + random.below(3));
  Scene scene;
  scene.tokens = names(L);
  scene.embeddings = random.matrix(L, D);
  if (random.coin()) {
    const Index M = 1 + random.below(6);
    scene.queries = Queries{names(M, "q"), random.matrix(M, D)};
  }
  if (random.coin()) scene.values = random.matrix(L, 1 + random.below(4));
  const Index dv = 1 + random.below(4);
  scene.heads.clear();
  for (int h = 1 + random.below(3); h > 0; --h) {
    scene.heads.push_back(random_head(random, scene, dv));
  }
  scene.score.kind = any_of(random, score_kinds());
  const bool has_scale =
      std::ranges::count(scene.score.kind->parameters, "scale", &Parameter::key) > 0;
  if (has_scale && random.coin()) scene.score.scale = random.number();
  if (random.coin()) scene.bias = random.matrix(scene.query_count(), L);
  while (random.coin()) {
    scene.masks.push_back(random_mask(random, *any_of(random, mask_kinds()), scene));
  }
  constexpr float kTemperatures[] = {0, 1e-3f, 0.5f, 1, 20, std::numeric_limits<float>::infinity()};
  scene.normalizer.kind = any_of(random, normalizer_kinds());
  scene.normalizer.temperature = kTemperatures[random.below(6)];
  set_position(random, *any_of(random, position_kinds()), scene);
  set_combine(random, *any_of(random, combine_kinds()), scene);
  return scene;
}

}  // namespace attn::test
