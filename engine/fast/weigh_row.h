#pragma once

#include <algorithm>

#include "engine/attention/trace.h"
#include "engine/fast/packing.h"
#include "engine/kernels/kernels.h"

namespace attn {

/// What a row's weights e^((score − largest) / T) still are to be divided by; 0 where all are 0.
struct RowWeights {
  float largest;
  double sum;

  float factor() const { return sum > 0 ? static_cast<float>(1 / sum) : 0.0f; }
};

constexpr Index kLongestVector = 16;  // floats

/// Turns `count` scores into powers, where `factor` is log2 e / T. Both may be the same place,
/// which then has room for whole vectors.
inline RowWeights weigh_row(const Kernels& kernels, const float* scores, Index count, float factor,
                            float* powers) {
  if (scores == powers) {
    // Whole vectors are faster: what is filled up weighs nothing.
    const Index whole = padded(count, kLongestVector);
    std::fill(powers + count, powers + whole, kMasked);
    count = whole;
  }
  const float largest = kernels.largest(scores, count);
  if (largest == kMasked) {
    std::fill_n(powers, count, 0.0f);
    return {largest, 0};
  }
  return {largest, kernels.exponentials(scores, count, largest, factor, powers)};
}

}  // namespace attn
