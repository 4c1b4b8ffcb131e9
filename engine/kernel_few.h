#pragma once

// Part of kernels.cpp, which says what may be used here.

#include "engine/kernel_functions.h"

namespace attn::ATTN_KERNELS {
namespace {

constexpr Index kFewDepth = 16;

/// The first `count` columns of rows, as columns of whole vectors, filled up with zeros.
inline void widen(const float* rows, Index count, Index width, float* wide) {
  for (Index i = 0; i < count; ++i) {
    for (Index n = 0; n < kFloats; ++n) wide[i * kFloats + n] = n < width ? rows[i * width + n] : 0;
  }
}

/// A row of weights is one vector, and so is one of outputs. False where they are too long.
bool attend_few(const FewAttention& a) {
  if (a.keys > kFloats || a.width > kFloats || a.depth > kFewDepth) return false;
  float keys[kFewDepth * kFloats];
  float values[kFloats * kFloats];
  float hidden[kFloats];
  for (Index k = 0; k < a.depth; ++k) {
    for (Index n = 0; n < kFloats; ++n) {
      keys[k * kFloats + n] = n < a.keys ? a.k[n * a.depth + k] : 0;
    }
  }
  for (Index n = 0; n < kFloats; ++n) hidden[n] = n < a.keys ? 0 : -__builtin_inff();
  widen(a.v, a.keys, a.width, values);
  constexpr float kLog2e = 1.44269504f;
  for (Index i = 0; i < a.queries; ++i) {
    Vector<float> scores = {};
    for (Index k = 0; k < a.depth; ++k) scores += a.q[i * a.depth + k] * load(keys + k * kFloats);
    scores = scores * a.factor + load(hidden);
    const Vector<float> powers = exponential(scores, largest_of(scores), kLog2e);
    const Vector<float> weights = powers * (1 / sum_of(powers));
    float some[kFloats];
    store(some, weights);
    Vector<float> output = {};
    for (Index n = 0; n < a.keys; ++n) {
      a.weights[i * a.keys + n] = some[n];
      output += some[n] * load(values + n * kFloats);
    }
    store_some(a.output + i * a.width, a.width, output);
  }
  return true;
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
