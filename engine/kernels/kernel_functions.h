#pragma once

// Part of kernel_variant.cpp, which documents its restrictions.

#include "engine/kernels/kernel_vectors.h"

namespace attn::ATTN_KERNELS {
namespace {

// 2^x for |x| <= 125, and 0 for -127: x is split into an integer, left in the lowest bits by adding
// kRound, and a rest of at most ½.

/// Minimax polynomial with 2^0 = 1 exactly: relative error 1e-7 and rounding.
inline Vector<float> power_of_two(Vector<float> x) {
  constexpr float kRound = 0x1.8p23f;
  const Vector<float> shifted = x + kRound;
  const Vector<float> rest = x - (shifted - kRound);
  Vector<float> power = rest * 0x1.5bba14p-10f + 0x1.3cea88p-7f;
  power = power * rest + 0x1.c6b752p-5f;
  power = power * rest + 0x1.ebf9bcp-3f;
  power = power * rest + 0x1.62e42ap-1f;
  power = power * rest + 1.0f;
  return (Vector<float>)((FloatBits)power + ((FloatBits)shifted << 23));
}

/// Taylor polynomial: relative error 1e-15.
inline Vector<double> power_of_two(Vector<double> x) {
  constexpr double kRound = 0x1.8p52;
  const Vector<double> shifted = x + kRound;
  const Vector<double> rest = (x - (shifted - kRound)) * 0.693147180559945309;
  // 1 / n!; multiplied, since vector division is slow.
  constexpr double kFactors[] = {1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                                 1.0 / 5040,     1.0 / 720,     1.0 / 120,    1.0 / 24,
                                 1.0 / 6,        1.0 / 2,       1.0,          1.0};
  Vector<double> power = everywhere(1.0 / 479001600);
#pragma GCC unroll 12
  for (const double factor : kFactors) power = power * rest + factor;
  return (Vector<double>)((DoubleBits)power + ((DoubleBits)shifted << 52));
}

template <typename Number>
inline Vector<Number> tanh_of(Vector<Number> x) {
  constexpr Number kTwice = Number(-2.88539008177792681);  // −2 / ln 2
  Vector<Number> exponent = (x < 0 ? -x : x) * kTwice;
  exponent = exponent < Number(-100) ? everywhere(Number(-100)) : exponent;
  const Vector<Number> power = power_of_two(exponent);
  const Vector<Number> result = (Number(1) - power) / (Number(1) + power);
  // Near 0 the difference cancels, and the series is used: relative error 5e-12.
  const Vector<Number> square = x * x;
  Vector<Number> series = square * Number(-17.0 / 315) + Number(2.0 / 15);
  series = x + x * square * (series * square - Number(1.0 / 3));
  constexpr Number kNear = Number(0.0625);
  return ((x < kNear) & (x > -kNear)) ? series : x < 0 ? -result : result;
}

/// 2^((x − largest) · factor), exactly 0 below 2^-125.
template <typename Largest>
inline Vector<float> exponential(Vector<float> x, Largest largest, float factor) {
  constexpr float kLeast = -125;
  constexpr float kToZero = -127;  // exponent whose power of 2 has the bits of 0
  const Vector<float> exponent = (x - largest) * factor;
  return power_of_two(exponent >= kLeast ? exponent : everywhere(kToZero));
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
