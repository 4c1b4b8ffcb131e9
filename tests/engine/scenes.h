#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

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

/// Of the scene format: for what knows no later one.
inline constexpr int kFirstVersion = 1;

/// Normal numbers from a seed: the same ones on every machine that has this standard library.
class Random {
 public:
  /// `version`: of the scene format; random scenes have nothing of a later one.
  explicit Random(unsigned seed, int version = 2) : engine_(seed), version_(version) {}

  float number(float spread = 1) { return std::normal_distribution<float>(0, spread)(engine_); }
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(engine_); }
  bool coin() { return below(2) == 1; }
  int version() const { return version_; }
  /// Whether to add what came with version 2.
  bool later() { return version_ > 1 && coin(); }

  Matrix matrix(Index rows, Index cols, float spread = 1) {
    return Matrix::NullaryExpr(rows, cols, [&] { return number(spread); });
  }
  RowVector row(Index cols, float spread = 1) {
    return RowVector::NullaryExpr(cols, [&] { return number(spread); });
  }

 private:
  std::mt19937 engine_;
  int version_;
};

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
