#pragma once

#include <algorithm>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/reference/check.h"
#include "tests/engine/scenes.h"

namespace attn::test {

/// Those of version 1 of the scene format, which come first in their table.
template <typename Kind>
std::span<const Kind> first_kinds(std::span<const Kind> kinds) {
  return kinds.first(
      static_cast<std::size_t>(std::ranges::count(kinds, kFirstVersion, &Kind::version)));
}

template <typename Kind>
const Kind* any_of(Random& random, std::span<const Kind> kinds) {
  if constexpr (requires(const Kind& kind) { kind.version; }) {
    if (random.version() == kFirstVersion) kinds = first_kinds(kinds);
  }
  return &kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))];
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
    if (random.later()) mask.dilation = 1 + random.below(3);
    if (random.later()) mask.sinks = random.below(3);
  } else if (kind.id == "prefix") {
    mask.length = random.below(4);
  } else if (kind.id == "segments") {
    const auto ids = [&](Index count) {
      std::vector<int> made;
      for (Index n = 0; n < count; ++n) made.push_back(random.below(3));
      return made;
    };
    mask.ids = ids(L);
    if (M != L || random.coin()) mask.query_ids = ids(M);
  } else if (kind.id == "strided") {
    mask.stride = 1 + random.below(4);
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

/// Gives the scene a position of this kind; where widths are odd, `rope` turns two columns. Dq must
/// be D for `learned`.
inline void set_position(Random& random, const PositionKind& kind, Scene& scene) {
  Position position;
  position.kind = &kind;
  if (kind.id == "sinusoidal" || kind.id == "rope") position.base = random.coin() ? 100 : 10000;
  if (kind.table) position.scale = random.coin() ? 1 : random.number();
  if (kind.id == "learned") {
    const Index rows = std::max(scene.query_count(), scene.key_count()) + random.below(2);
    position.table = random.matrix(rows, scene.embeddings->cols());
  }
  const auto H = static_cast<Index>(scene.heads.size());
  if (kind.id == "sinusoidal" && random.later()) position.layout = PairLayout::kHalves;
  if (kind.id == "rope") {
    if (random.later()) position.layout = PairLayout::kHalves;
    bool is_odd = false;
    for (std::size_t h = 0; h < scene.heads.size(); ++h) is_odd |= width_of_q(scene, h) % 2 == 1;
    if ((is_odd && random.version() > kFirstVersion) || random.later()) position.rotated = 2;
    if (random.later()) position.scaling = {any_of(random, rope_scaling_kinds()), 2};
  }
  if (kind.id == "relative") position.table = random.matrix(H, 3 + 2 * random.below(3));
  if (kind.id == "t5") {
    position.both = random.coin();
    position.table = random.matrix(H, 2 + random.below(7));
    position.max_distance = 5 + random.below(10);
  }
  if (kind.id == "alibi" && random.coin()) {
    position.slopes = random.row(H);
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
  if (kind.id == "concat" && random.later()) {
    combine.b_o = random.row(combine.w_o ? (*combine.w_o)->cols() : w_o_shape(scene).rows.count);
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
  const Index dk = 2 * (1 + random.below(3)) + (random.later() ? 1 : 0);
  Head head;
  head.w_q = random.matrix(scene.query_embeddings().cols(), dk);
  head.w_k = random.matrix(scene.embeddings->cols(), dk);
  head.w_v = random.matrix(value_width(scene), dv);
  if (random.coin()) head.w_a = random.matrix(dk, dk);
  if (random.coin()) head.v = random.row(dk);
  if (random.coin()) head.width = 0.25f + std::abs(random.number());
  return head;
}

/// The score, with what it needs of each head.
inline void set_score(Random& random, const ScoreKind& kind, Scene& scene) {
  scene.score.kind = &kind;
  for (Head& head : scene.heads) {
    head.scores.reset();
    if (kind.id != "given") continue;
    Matrix scores = random.matrix(scene.query_count(), scene.key_count());
    scores = scores.unaryExpr([](float s) { return s < -1 ? kMasked : s; }).eval();
    head.scores = scores;
  }
}

/// A normalizer of this kind at a temperature that it takes.
inline Normalizer random_normalizer(Random& random, const NormalizerKind& kind) {
  constexpr float kTemperatures[] = {1e-3f, 0.5f, 1, 20, std::numeric_limits<float>::infinity(), 0};
  Normalizer normalizer;
  normalizer.kind = &kind;
  if (takes(kind, "temperature")) {
    normalizer.temperature = kTemperatures[random.below(kind.takes_zero ? 6 : 5)];
  }
  if (takes(kind, "alpha")) normalizer.alpha = random.coin() ? 1.25f : 3;
  if (takes(kind, "k")) normalizer.k = 1 + random.below(4);
  if (takes(kind, "offset") && random.coin()) normalizer.offset = random.number();
  return normalizer;
}

/// The parts of a score that came with version 2 and are fast.
inline void add_fast_to_score(Random& random, Score& score) {
  if (random.coin()) score.norm = any_of(random, norm_kinds());
  if (random.coin()) score.cap = 0.5f + static_cast<float>(random.below(3));
}

/// The parts of a score that came with version 2.
inline void add_to_score(Random& random, Score& score) {
  if (takes(*score.kind, "bend") && random.coin()) score.bend = Bend::kLeakyRelu;
  add_fast_to_score(random, score);
}

/// The parts of head h that came with version 2 and are fast, as its scene allows.
inline void add_fast_to_head(Random& random, Scene& scene, std::size_t h) {
  Head& head = scene.heads[h];
  const Index Dq = scene.query_embeddings().cols();
  if (random.coin() && h > 0 && !scene.heads[0].keys_of) {
    head = scene.heads[0];
    head.w_q = random.matrix(Dq, (*head.w_q)->cols());
    for (const auto own : {&Head::w_k, &Head::w_v}) (head.*own).reset();
    for (const auto own : {&Head::b_k, &Head::b_v, &Head::g_k}) (head.*own).reset();
    head.keys_of = 0;
  }
  const Index dk = width_of_q(scene, h);
  const Index dv = width_of_v(scene, h);
  const bool is_normed = has_norm(scene.score);
  if (random.coin()) head.b_q = random.row(dk);
  if (random.coin() && !head.keys_of) head.b_k = random.row(dk);
  if (random.coin() && !head.keys_of) head.b_v = random.row(dv);
  if (random.coin() && is_normed) head.g_q = random.row(dk);
  if (random.coin() && is_normed && !head.keys_of) head.g_k = random.row(dk);
}

/// The parts of head h that came with version 2, as its scene allows.
inline void add_to_head(Random& random, Scene& scene, std::size_t h) {
  add_fast_to_head(random, scene, h);
  Head& head = scene.heads[h];
  const Index D = scene.embeddings->cols();
  const Index Dq = scene.query_embeddings().cols();
  const Index dk = width_of_q(scene, h);
  const Index dv = width_of_v(scene, h);
  const bool sums = scene.normalizer.kind->sums_to_one();
  if (random.coin() && sums && scene.normalizer.over == Over::kKeys) head.sink = random.number();
  if (random.coin() && !has_given_scores(scene.score)) {
    head.subtract = {random.matrix(Dq, dk), random.matrix(D, dk), random.number()};
  }
  if (random.coin()) head.w_g = random.matrix(Dq, dv);
  if (random.coin() && head.w_g) head.b_g = random.row(dv);
  if (random.coin()) head.gain = random.number();
  if (random.coin() && scene.normalizer.kind->takes_decay) head.decay = 0.9f;
  if (random.coin() && !scene.queries) head.w_f = random.row(D);
  if (random.coin() && head.w_f) head.b_f = random.number();
}

/// A small valid scene with a bit of everything; each kind appears in time. Half of them have
/// nothing but kinds that are fast, so that these appear together often.
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
  const bool is_fast = !random.later();
  do {
    set_score(random, *any_of(random, score_kinds()), scene);
  } while (is_fast && !scene.score.kind->pair_sum.factor);
  if (takes(*scene.score.kind, "scale") && random.coin()) scene.score.scale = random.number();
  if (random.coin()) scene.bias = random.matrix(scene.query_count(), L);
  while (random.coin()) {
    scene.masks.push_back(random_mask(random, *any_of(random, mask_kinds()), scene));
  }
  do {
    scene.normalizer = random_normalizer(random, *any_of(random, normalizer_kinds()));
  } while (is_fast && !scene.normalizer.kind->sums_to_one());
  if (!is_fast) {
    if (random.coin()) scene.normalizer.over = static_cast<Over>(random.below(3));
    if (random.coin() && takes(*scene.normalizer.kind, "length")) scene.normalizer.length = 0.5f;
  }
  const bool has_later_parts = random.version() > kFirstVersion;
  if (has_later_parts) (is_fast ? add_fast_to_score : add_to_score)(random, scene.score);
  for (std::size_t h = 0; has_later_parts && h < scene.heads.size(); ++h) {
    (is_fast ? add_fast_to_head : add_to_head)(random, scene, h);
  }
  set_position(random, *any_of(random, position_kinds()), scene);
  set_combine(random, *any_of(random, combine_kinds()), scene);
  return scene;
}

}  // namespace attn::test
