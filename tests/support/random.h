#pragma once

#include <cstdlib>
#include <random>

#include "engine/base/matrix.h"

namespace attn::test {

/// First version of the scene format, for tests without later features.
inline constexpr int kFirstVersion = 1;

/// Offset to every seed from the environment variable ATTN_TEST_SEED: tests must hold for other
/// random numbers too.
inline unsigned added_to_seeds() {
  static const unsigned kAdded = [] {
    const char* given = std::getenv("ATTN_TEST_SEED");
    return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) * 0x9e3779b9U : 0;
  }();
  return kAdded;
}

/// Random numbers from a seed: the same ones on every machine that has this standard library.
class Random {
 public:
  /// `version`: of the scene format; random scenes have nothing of a later one.
  explicit Random(unsigned seed, int version = 2)
      : engine_(seed + added_to_seeds()), version_(version) {}

  /// Normal, of this deviation.
  float number(float spread = 1) { return std::normal_distribution<float>(0, spread)(engine_); }
  /// Any in [low, high) as likely as another.
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  /// 0 … end − 1.
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(engine_); }
  bool coin() { return below(2) == 1; }
  int version() const { return version_; }
  /// Whether to add what came with version 2.
  bool later() { return version_ > 1 && coin(); }

  /// Normally distributed numbers.
  Matrix matrix(Index rows, Index cols, float spread = 1) {
    return Matrix::NullaryExpr(rows, cols, [&] { return number(spread); });
  }
  RowVector row(Index cols, float spread = 1) {
    return RowVector::NullaryExpr(cols, [&] { return number(spread); });
  }
  /// Uniform numbers between −1 and 1.
  Matrix uniform(Index rows, Index cols) {
    return Matrix::NullaryExpr(rows, cols, [&] { return static_cast<float>(between(-1, 1)); });
  }

  /// For the standard library's algorithms.
  std::mt19937& engine() { return engine_; }

 private:
  std::mt19937 engine_;
  int version_;
};

}  // namespace attn::test
