#pragma once

#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "tests/support/random.h"

namespace attn::test {

inline Matrix matrix(std::initializer_list<std::initializer_list<float>> rows) {
  Matrix m(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const float number : row) m(i, j++) = number;
    ++i;
  }
  return m;
}

inline std::vector<std::string> names(Index count, const std::string& stem = "t") {
  std::vector<std::string> tokens;
  for (Index i = 0; i < count; ++i) tokens.push_back(stem + std::to_string(i));
  return tokens;
}

/// Self-attention of L random tokens of width D: one head without weights.
inline Scene self_attention(Index L, Index D, unsigned seed = 1) {
  Scene scene;
  scene.tokens = names(L);
  scene.embeddings = Random(seed).matrix(L, D);
  return scene;
}

/// M random queries of width Dq looking at L random tokens of width D: one head without weights.
inline Scene cross_attention(Index M, Index L, Index Dq, Index D, unsigned seed = 1) {
  Scene scene = self_attention(L, D, seed);
  scene.queries = Queries{names(M, "q"), Random(seed + 1000).matrix(M, Dq)};
  return scene;
}

/// The chapter's worked example: the query "Book" looks at "The sleepy child reads a book".
inline Scene sleepy_child() {
  Scene scene;
  scene.tokens = {"The", "Sleepy", "Child", "Reads", "A", "Book"};
  scene.embeddings = matrix({{0, 0, 0}, {2, 0, 1}, {1, -1, -2}, {2, 3, 1}, {-2, 0, 0}, {0, 2, 1}});
  scene.values = matrix({{0}, {-0.2f}, {0.3f}, {0.4f}, {0}, {0.1f}});
  scene.queries = Queries{{"Book"}, matrix({{0, 2, 1}})};
  scene.score.kind = &score_kind("dot");
  return scene;
}

/// The largest difference between two matrices of one shape.
inline float distance(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() ? (a - b).cwiseAbs().maxCoeff()
                                                      : std::numeric_limits<float>::infinity();
}

}  // namespace attn::test
