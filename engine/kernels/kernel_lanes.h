#pragma once

// Part of kernel_variant.cpp, which documents its restrictions.

#include "engine/kernels/kernel_functions.h"

namespace attn::ATTN_KERNELS {
namespace {

#if defined(__AVX512F__)
constexpr int kLaneRows = 6;
#else
constexpr int kLaneRows = 3;
#endif
constexpr int kLaneCols = 4;  // columns of a tile whose sums are in registers

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

/// Computes rows of `p`, which starts after `before` columns of the whole product.
template <Right right, Result result, int rows>
inline void lane_rows(const LaneProduct& p, Index row, Index before) {
  Index col = 0;
  const bool ends = p.triangle == Triangle::kResult;
  const Index cols = ends ? smaller(p.cols, row + rows - before) : p.cols;
  for (; col + kLaneCols <= cols; col += kLaneCols) {
    lane_tile<right, result, rows, kLaneCols>(p, row, col);
  }
  for (; col + 2 <= cols; col += 2) lane_tile<right, result, rows, 2>(p, row, col);
  for (; col < cols; ++col) lane_tile<right, result, rows, 1>(p, row, col);
}

template <Right right, Result result>
inline void lane_columns(const LaneProduct& p, Index before) {
  Index row = 0;
  // Sums of a single row depend on each other: 2 + 2 rows are faster than 3 + 1.
  const auto are_more = [&] {
    const Index rest = p.rows - row;
    return rest >= kLaneRows && (kLaneRows != 3 || rest != 4);
  };
  for (; are_more(); row += kLaneRows) lane_rows<right, result, kLaneRows>(p, row, before);
  for (; row + 2 <= p.rows; row += 2) lane_rows<right, result, 2>(p, row, before);
  for (; row < p.rows; ++row) lane_rows<right, result, 1>(p, row, before);
}

void shared_product(const LaneProduct& p) { lane_columns<Right::kShared, Result::kLanes>(p, 0); }

/// Right columns that exceed the first-level cache are copied side by side, as many as fill half of
/// it, and used for all rows.
template <Result result>
void lane_product(const LaneProduct& p) {
  constexpr Index kBeside = 4096;  // floats
  const Index most = kBeside / kFloats;
  const Index cols = p.depth > most ? 0 : most / p.depth / kLaneCols * kLaneCols;
  if (cols == 0 || p.depth * p.cols <= most || p.rows < 4 * kLaneRows) {
    lane_columns<Right::kLanes, result>(p, 0);
    return;
  }
  alignas(kBytes) float beside[kBeside];
  LaneProduct near = p;
  near.right = beside;
  near.right_col = 1;
  for (Index col = 0; col < p.cols; col += cols) {
    near.cols = near.right_depth = smaller(cols, p.cols - col);
    near.result = p.result + col * p.result_col * (result == Result::kSums ? 1 : kFloats);
    float* to = beside;
    for (Index k = 0; k < p.depth; ++k) {
      const float* from = p.right + (k * p.right_depth + col * p.right_col) * kFloats;
      for (Index c = 0; c < near.cols; ++c, to += kFloats) {
        store(to, load(from + c * p.right_col * kFloats));
      }
    }
    lane_columns<Right::kLanes, result>(near, col);
  }
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
