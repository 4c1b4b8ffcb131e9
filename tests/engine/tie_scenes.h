#pragma once

#include <cmath>

#include "engine/attention/lookup.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/reference/attention.h"
#include "tests/engine/scenes.h"

namespace attn::test {

/// A scene at temperature 0 whose ties are known by how it was made.
struct TieScene {
  std::string name;
  Scene scene;
  Matrix weights;  ///< of head 0
};

/// Equal shares of each row.
inline Matrix shares(const BoolMatrix& winners) {
  Matrix weights = winners.cast<float>();
  for (Index i = 0; i < weights.rows(); ++i) weights.row(i) /= weights.row(i).sum();
  return weights;
}

inline Scene hard_scene(std::string_view score, const Matrix& queries, const Matrix& keys) {
  Scene scene;
  scene.tokens = names(keys.rows());
  scene.embeddings = keys;
  scene.queries = Queries{names(queries.rows(), "q"), queries};
  scene.score.kind = &score_kind(score);
  scene.normalizer.temperature = 0;
  return scene;
}

/// Row 0 of `keys` in another order of its numbers, in all rows from 1 on where `alike` is true.
inline void permute_rows(Random& random, const std::vector<bool>& alike, Matrix& keys) {
  for (Index j = 1; j < keys.rows(); ++j) {
    if (!alike[static_cast<std::size_t>(j)]) continue;
    keys.row(j) = keys.row(0);
    for (Index c = keys.cols() - 1; c > 0; --c) {
      std::swap(keys(j, c), keys(j, random.below(static_cast<int>(c) + 1)));
    }
  }
}

/// Queries of one number throughout, and keys that are each other's permutations: sums of the same
/// numbers in another order. Others score clearly less.
inline TieScene permuted_keys(std::string_view score, unsigned seed) {
  Random random(seed);
  const Index L = 5 + random.below(40), D = 3 + random.below(30), M = 1 + random.below(6);
  std::vector<bool> alike{true};
  while (std::ssize(alike) < L) alike.push_back(random.coin());
  Matrix keys = random.matrix(L, D, 0.3F).cwiseAbs();
  permute_rows(random, alike, keys);
  Matrix queries(M, D);
  for (Index i = 0; i < M; ++i) queries.row(i).setConstant(2 + std::abs(random.number()));
  BoolMatrix winners(M, L);
  for (Index j = 0; j < L; ++j) {
    winners.col(j).setConstant(alike[static_cast<std::size_t>(j)]);
    if (!alike[static_cast<std::size_t>(j)]) keys.row(j) = -keys.row(0) - keys.row(j);
  }
  TieScene made{std::string(score) + " of permuted keys", hard_scene(score, queries, keys),
                shares(winners)};
  Head& head = made.scene.heads[0];
  if (score == "additive") head.v = RowVector(RowVector::Constant(D, 0.7F));
  if (score == "general") head.w_a = Matrix(Matrix::Constant(D, D, 0.3F));
  return made;
}

struct Halves {
  Index pairs, half, M, dk;
};

/// Gives each query of `made` the keys 2p and 2p + 1 of the pair that scores the most. Pairs
/// themselves are far from each other.
inline void tie_best_pairs(TieScene& made) {
  made.scene.normalizer.temperature = 1;
  const Matrix scores = evaluate_plainly(made.scene).heads[0].scores;
  made.scene.normalizer.temperature = 0;
  BoolMatrix winners = BoolMatrix::Constant(scores.rows(), scores.cols(), false);
  for (Index i = 0; i < scores.rows(); ++i) {
    Index best = 0;
    scores.row(i).maxCoeff(&best);
    winners(i, best) = winners(i, best ^ 1) = true;
  }
  made.weights = shares(winners);
}

/// Tokens (a, b) and (b, a) by weights whose two halves are the same: keys that are the same, by
/// sums in another order.
inline TieScene swapped_halves(std::string_view score, unsigned seed, const Halves& sizes) {
  Random random(seed);
  const Index dk = sizes.dk, M = sizes.M, half = sizes.half, L = 2 * sizes.pairs;
  const Matrix w = random.matrix(half, dk);
  Matrix keys = random.matrix(L, 2 * half);
  for (Index j = 0; j < L; j += 2) {
    keys.row(j + 1) << keys.row(j).tail(half), keys.row(j).head(half);
  }
  TieScene made{
      std::string(score) + " of swapped halves", hard_scene(score, random.matrix(M, dk), keys), {}};
  Head& head = made.scene.heads[0];
  Matrix both(2 * half, dk);
  both << w, w;
  head.w_k = both;
  if (random.coin()) head.w_a = random.matrix(dk, dk);
  if (random.coin()) head.v = random.row(dk);
  if (random.coin() && takes(score_kind(score), "scale")) made.scene.score.scale = -0.7F;
  if (random.coin()) {
    Matrix bias = random.matrix(M, L);
    for (Index j = 0; j < L; j += 2) bias.col(j + 1) = bias.col(j);
    made.scene.bias = bias;
  }
  tie_best_pairs(made);
  return made;
}

inline TieScene swapped_halves(std::string_view score, unsigned seed) {
  Random random(seed);
  return swapped_halves(score, seed,
                        {.pairs = 2 + random.below(20),
                         .half = 2 + random.below(12),
                         .M = 1 + random.below(9),
                         .dk = 2 * (1 + random.below(8))});
}

/// Whole numbers, whose scores float32 rounds: ties are those of whole numbers.
inline TieScene whole_numbers(std::string_view score, unsigned seed) {
  __extension__ using Whole = __int128;
  Random random(seed);
  const Index L = 2 + random.below(60), M = 1 + random.below(20), D = 2 + random.below(3);
  const int size = 2 + random.below(300);
  const bool has_weights = random.coin();
  const auto whole = [&] { return static_cast<float>(random.below(2 * size + 1) - size); };
  Matrix keys = Matrix::NullaryExpr(L, D, whole);
  const Matrix queries = Matrix::NullaryExpr(M, D, whole);
  for (Index j = 1; j < L; ++j) {
    if (random.coin()) keys.row(j) = keys.row(random.below(static_cast<int>(j))).reverse();
  }
  TieScene made{std::string(score) + " of whole numbers", hard_scene(score, queries, keys), {}};
  Head& head = made.scene.heads[0];
  Matrix k = keys;
  if (has_weights) {
    const Matrix w =
        Matrix::NullaryExpr(D, D, [&] { return static_cast<float>(random.below(9) - 4); });
    head.w_k = w;
    k = keys * w;  // no number is too large for float32
  }
  BoolMatrix winners(M, L);
  const auto dot = [](const auto& a, const auto& b) {
    Whole sum = 0;
    for (Index c = 0; c < a.size(); ++c) sum += Whole(a(c)) * Whole(b(c));
    return sum;
  };
  for (Index i = 0; i < M; ++i) {
    // Whether key a scores less than b.
    const auto less = [&](Index a, Index b) {
      const RowVector q = queries.row(i), ka = k.row(a), kb = k.row(b);
      if (score == "gaussian") return dot(q - ka, q - ka) > dot(q - kb, q - kb);
      const Whole left = dot(q, ka), right = dot(q, kb);
      if (score != "cosine") return left < right;
      const Whole one = std::max<Whole>(dot(ka, ka), 1), other = std::max<Whole>(dot(kb, kb), 1);
      const auto signed_square = [](Whole n) { return n < 0 ? -n * n : n * n; };
      return signed_square(left) * other < signed_square(right) * one;
    };
    Index best = 0;
    for (Index j = 1; j < L; ++j) best = less(best, j) ? j : best;
    for (Index j = 0; j < L; ++j) winners(i, j) = !less(j, best);
  }
  made.weights = shares(winners);
  return made;
}

/// Keys of which one scores more than the others: by so little that they tie, or by somewhat more,
/// which float32 can't tell.
inline TieScene nearly_tied(std::string_view score, bool ties, unsigned seed) {
  Random random(seed);
  const Index L = 3 + random.below(30);
  const Index best = random.below(static_cast<int>(L));
  Matrix keys(L, 2);
  keys.col(0).setConstant(1);
  keys.col(1).setZero();
  keys(best, 1) = ties ? 0x1p-60F : 0x1p-30F;
  TieScene made{std::string(score) + " nearly tied", hard_scene(score, matrix({{1, 1}}), keys), {}};
  BoolMatrix winners = BoolMatrix::Constant(1, L, ties);
  winners(0, best) = true;
  made.weights = shares(winners);
  return made;
}

/// Large numbers that cancel, and leave numbers that are the same in each key, of which doubles may
/// have lost all; or one that differs, of which float32 has lost all.
inline TieScene cancelling(std::string_view score, bool ties, unsigned seed) {
  Random random(seed);
  const Index L = 4 + random.below(12);
  Matrix keys(L, 5);
  for (Index j = 0; j < L; ++j) {
    const float large = std::ldexp(1.0F, ties ? 40 + random.below(40) : 8);
    keys.row(j) << large, 0.1F, 0.2F, -large, 0.3F;
    std::swap(keys(j, 1), keys(j, 1 + random.below(2)));
    std::swap(keys(j, 0), keys(j, random.below(5)));
  }
  const Index best = random.below(static_cast<int>(L));
  if (!ties) keys.row(best) = (keys.row(best).array() == 0.3F).select(0.30000004F, keys.row(best));
  TieScene made{
      std::string(score) + " of what cancels", hard_scene(score, Matrix::Ones(2, 5), keys), {}};
  BoolMatrix winners = BoolMatrix::Constant(2, L, ties);
  if (!ties) winners.col(best).setConstant(true);
  made.weights = shares(winners);
  return made;
}

/// Embeddings and positions that are the same in sum, and such that only seem so.
inline TieScene placed_ties(bool ties) {
  TieScene made{"positions",
                hard_scene("dot", matrix({{1, 1}}), matrix({{1, 0.1F}, {0.25F, 0.2F}, {-1, 0}})),
                {}};
  Scene& scene = made.scene;
  scene.position.kind = &position_kind("learned");
  scene.position.table = ties ? matrix({{0.25F, 0.2F}, {1, 0.1F}, {0, 0}})
                              : matrix({{0.25F, 0.2F}, {1, 0.1F + 0x1p-27F}, {0, 0}});
  // The position is added to the query too, at position 0.
  made.weights = ties ? matrix({{0.5F, 0.5F, 0}}) : matrix({{0, 1, 0}});
  return made;
}

/// q · k / √3 + b, whose b takes away what double precision knows of the rest.
inline TieScene roots_and_biases(unsigned seed) {
  Random random(seed);
  const Index L = 3 + random.below(30);
  Matrix keys = Matrix::Zero(L, 3), bias(1, L);
  Index best = 0;
  long double most = 0;
  for (Index j = 0; j < L; ++j) {
    keys(j, 0) = std::abs(random.number()) + 1;
    const long double score = static_cast<long double>(keys(j, 0)) / std::sqrt(3.0L);
    bias(0, j) = -static_cast<float>(score);
    const long double left = score + static_cast<long double>(bias(0, j));
    if (j > 0 && left <= most) continue;
    most = left;
    best = j;
  }
  TieScene made{"roots and biases", hard_scene("scaled_dot", matrix({{1, 0, 0}}), keys), {}};
  made.scene.bias = bias;
  made.weights = Matrix::Zero(1, L);
  made.weights(0, best) = 1;
  return made;
}

/// Tie scenes of the kinds supported by the fast paths.
inline std::vector<TieScene> tie_scenes(unsigned seed) {
  std::vector<TieScene> scenes;
  for (const std::string_view score :
       {"dot", "scaled_dot", "general", "additive", "gaussian", "cosine"}) {
    scenes.push_back(swapped_halves(score, seed));
    scenes.push_back(permuted_keys(score, seed));
    if (score == "additive") continue;  // its tanh is rounded
    scenes.push_back(whole_numbers(score, seed));
    scenes.push_back(nearly_tied(score, true, seed));
    scenes.push_back(nearly_tied(score, false, seed));
    if (score == "cosine" || score == "gaussian") continue;
    scenes.push_back(cancelling(score, true, seed));
    scenes.push_back(cancelling(score, false, seed));
  }
  scenes.push_back(placed_ties(true));
  scenes.push_back(placed_ties(false));
  scenes.push_back(roots_and_biases(seed));
  return scenes;
}

}  // namespace attn::test
