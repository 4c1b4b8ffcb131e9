#pragma once

// Part of kernel_variant.cpp, which says what may be used here.

#include "engine/kernels/kernel_functions.h"

namespace attn::ATTN_KERNELS {
namespace {

#if defined(__AVX512F__)
constexpr int kLaneRows = 6;
#else
constexpr int kLaneRows = 3;
#endif
constexpr int kLaneCols = 4;  // of a tile whose sums are in registers

enum class Right { kLanes, kShared };
enum class Result { kLanes, kSums };

template <Right right, Result result, int rows, int cols>
[[gnu::always_inline]] inline void lane_tile(const LaneProduct& p, Index row, Index col) {
  Vector<float> sums[rows][cols] = {};
  const float* left = p.left + row * p.left_row * kFloats;
  constexpr Index kRight = right == Right::kLanes ? kFloats : 1;
  const float* beside = p.right + col * p.right_col * kRight;
  Index begin = 0, end = p.depth;
  if (p.triangle == Triangle::kDepthTo) end = smaller(end, row + rows);
  if (p.triangle == Triangle::kDepthFrom) begin = row;
  for (Index k = begin; k < end; ++k) {
    Vector<float> one[rows];
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r) {
      one[r] = load(left + (r * p.left_row + k * p.left_depth) * kFloats);
    }
#pragma GCC unroll 4
    for (int c = 0; c < cols; ++c) {
      const float* at = beside + (k * p.right_depth + c * p.right_col) * kRight;
      const Vector<float> other = right == Right::kLanes ? load(at) : everywhere(*at);
#pragma GCC unroll 6
      for (int r = 0; r < rows; ++r) sums[r][c] += one[r] * other;
    }
  }
  if constexpr (result == Result::kSums && cols == kLaneCols) {
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r) {
      float more[kLaneCols];
      sums_of_four(sums[r], more);
      float* at = p.result + (row + r) * p.result_row + col * p.result_col;
#pragma GCC unroll 4
      for (int c = 0; c < cols; ++c) at[c * p.result_col] += more[c];
    }
    return;
  }
#pragma GCC unroll 6
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int c = 0; c < cols; ++c) {
      const Index place = (row + r) * p.result_row + (col + c) * p.result_col;
      if constexpr (result == Result::kSums) {
        p.result[place] += sum_of(sums[r][c]);
      } else {
        float* at = p.result + place * kFloats;
        store(at, p.adds ? load(at) + sums[r][c] : sums[r][c]);
      }
    }
  }
}

template <Right right, Result result, int rows>
inline void lane_rows(const LaneProduct& p, Index row) {
  Index col = 0;
  const Index cols = p.triangle == Triangle::kResult ? smaller(p.cols, row + rows) : p.cols;
  for (; col + kLaneCols <= cols; col += kLaneCols) {
    lane_tile<right, result, rows, kLaneCols>(p, row, col);
  }
  for (; col < cols; ++col) lane_tile<right, result, rows, 1>(p, row, col);
}

template <Right right, Result result>
void lane_product(const LaneProduct& p) {
  Index row = 0;
  for (; row + kLaneRows <= p.rows; row += kLaneRows) lane_rows<right, result, kLaneRows>(p, row);
  for (; row < p.rows; ++row) lane_rows<right, result, 1>(p, row);
}

inline Index numbers_of_row(const LaneRows& of, Index row) {
  return of.is_causal ? smaller(row + 1, of.cols) : of.cols;
}

void lane_softmax(const LaneRows& of) {
  const float factor = of.factor * 0x1.715476p0f;  // 1 / ln 2
  for (Index row = 0; row < of.rows; ++row) {
    float* numbers = of.numbers + row * of.step * kFloats;
    const Index count = numbers_of_row(of, row);
    Vector<float> largest = load(numbers);
    for (Index n = 1; n < count; ++n) {
      const Vector<float> one = load(numbers + n * kFloats);
      largest = one > largest ? one : largest;
    }
    Vector<float> sum{};
    for (Index n = 0; n < count; ++n) {
      const Vector<float> power = exponential(load(numbers + n * kFloats), largest, factor);
      sum += power;
      store(numbers + n * kFloats, power);
    }
    const Vector<float> share = 1.0f / sum;
    for (Index n = 0; n < count; ++n) {
      store(numbers + n * kFloats, load(numbers + n * kFloats) * share);
    }
    for (Index n = count; n < of.cols; ++n) store(numbers + n * kFloats, Vector<float>{});
  }
}

void lane_softmax_gradient(const LaneRows& of) {
  for (Index row = 0; row < of.rows; ++row) {
    float* numbers = of.numbers + row * of.step * kFloats;
    const float* weights = of.weights + row * of.step * kFloats;
    const Index count = numbers_of_row(of, row);
    Vector<float> mean{};
    for (Index n = 0; n < count; ++n) {
      mean += load(weights + n * kFloats) * load(numbers + n * kFloats);
    }
    for (Index n = 0; n < count; ++n) {
      const Vector<float> more = load(numbers + n * kFloats) - mean;
      store(numbers + n * kFloats, load(weights + n * kFloats) * more * of.factor);
    }
    for (Index n = count; n < of.cols; ++n) store(numbers + n * kFloats, Vector<float>{});
  }
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
