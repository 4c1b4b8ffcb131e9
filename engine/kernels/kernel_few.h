#pragma once

// Part of kernel_variant.cpp, which documents its restrictions.

#include "engine/kernels/kernel_functions.h"

namespace attn::ATTN_KERNELS {
namespace {

constexpr Index kFewKeys = 16;
constexpr Index kFewDepth = 16;

/// Computes up to a vector of queries from `first` on, one per lane, so that nothing is summed
/// across lanes.
inline void attend_vector(const FewAttention& a, Index first, Index count) {
  float q[kFewDepth * kFloats];
  float rows[kFewKeys * kFloats];  // for each key: scores, powers, weights
  for (Index k = 0; k < a.depth; ++k) {
    store(q + k * kFloats, Vector<float>{});
    for (Index i = 0; i < count; ++i) q[k * kFloats + i] = a.q[(first + i) * a.depth + k];
  }
  Vector<float> most = everywhere(-__builtin_inff());
  for (Index j = 0; j < a.keys; ++j) {
    Vector<float> scores = {};
    for (Index k = 0; k < a.depth; ++k) scores += load(q + k * kFloats) * a.k[j * a.depth + k];
    scores *= a.factor;
    store(rows + j * kFloats, scores);
    most = most > scores ? most : scores;
  }
  constexpr float kLog2e = 1.44269504f;
  Vector<float> sums = {};
  for (Index j = 0; j < a.keys; ++j) {
    const Vector<float> powers = exponential(load(rows + j * kFloats), most, kLog2e);
    store(rows + j * kFloats, powers);
    sums += powers;
  }
  const Vector<float> factors = 1 / sums;
  for (Index j = 0; j < a.keys; ++j) {
    store(rows + j * kFloats, load(rows + j * kFloats) * factors);
    for (Index i = 0; i < count; ++i) a.weights[(first + i) * a.keys + j] = rows[j * kFloats + i];
  }
  for (Index c = 0; c < a.width; ++c) {
    Vector<float> sum = {};
    for (Index j = 0; j < a.keys; ++j) sum += load(rows + j * kFloats) * a.v[j * a.width + c];
    float outputs[kFloats];
    store(outputs, sum);
    for (Index i = 0; i < count; ++i) a.output[(first + i) * a.width + c] = outputs[i];
  }
}

bool attend_few(const FewAttention& a) {
  if (a.keys > kFewKeys || a.depth > kFewDepth) return false;
  for (Index i = 0; i < a.queries; i += kFloats) {
    attend_vector(a, i, smaller(kFloats, a.queries - i));
  }
  return true;
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
