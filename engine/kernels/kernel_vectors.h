#pragma once

// Part of kernel_variant.cpp, which documents its restrictions.

#include "engine/kernels/kernels.h"

namespace attn::ATTN_KERNELS {
namespace {

using Index = std::ptrdiff_t;

// Size of a vector in bytes, and vectors per panel.
#if defined(__AVX512F__)
constexpr int kBytes = 64;
constexpr int kVectors = 2;
#elif defined(__AVX__)
constexpr int kBytes = 32;
constexpr int kVectors = 2;
#elif defined(__wasm_simd128__)
constexpr int kBytes = 16;
constexpr int kVectors = 2;
#else
constexpr int kBytes = 16;
constexpr int kVectors = 4;
#endif

template <typename Number>
struct Lanes {
  typedef Number Vector __attribute__((vector_size(kBytes)));
  static constexpr Index kCount = kBytes / static_cast<Index>(sizeof(Number));
  static constexpr Index kPanel = kVectors * kCount;
};
template <typename Number>
using Vector = typename Lanes<Number>::Vector;
typedef int FloatBits __attribute__((vector_size(kBytes)));
typedef long long DoubleBits __attribute__((vector_size(kBytes)));

template <typename Number>
inline Vector<Number> load(const Number* numbers) {
  Vector<Number> vector;
  __builtin_memcpy(&vector, numbers, kBytes);
  return vector;
}

/// Loads a vector of floats, converted to doubles if `Number` is double.
template <typename Number>
inline Vector<Number> load_as(const float* numbers) {
  if constexpr (sizeof(Number) == sizeof(float)) {
    return load(numbers);
  } else {
    typedef float Narrow __attribute__((vector_size(kBytes / 2)));
    Narrow vector;
    __builtin_memcpy(&vector, numbers, sizeof vector);
    // GCC 12 would convert halves of vectors and join them.
#if defined(__AVX512F__) && !defined(__clang__)
    return __builtin_ia32_cvtps2pd512_mask(vector, Vector<double>{}, -1, 4);
#elif defined(__AVX__) && !defined(__clang__)
    return __builtin_ia32_cvtps2pd256(vector);
#else
    return __builtin_convertvector(vector, Vector<Number>);
#endif
  }
}

template <typename Number>
inline Vector<Number> load_as(const double* numbers) {
  return load(numbers);
}

template <typename Number>
inline void store(Number* numbers, Vector<Number> vector) {
  __builtin_memcpy(numbers, &vector, kBytes);
}

/// Subtracts 0: adding it would turn −0 into 0, and cost an addition.
template <typename Number>
inline Vector<Number> everywhere(Number number) {
  return number - Vector<Number>{};
}

/// Reduces all lanes by `join`, four by four.
template <typename Join>
inline float fold(Vector<float> vector, Join join) {
  typedef float Four __attribute__((vector_size(16)));
  float lanes[Lanes<float>::kCount];
  store(lanes, vector);
  Four joined;
  __builtin_memcpy(&joined, lanes, sizeof joined);
  for (Index n = 4; n < Lanes<float>::kCount; n += 4) {
    Four more;
    __builtin_memcpy(&more, lanes + n, sizeof more);
    joined = join(joined, more);
  }
  return join(join(joined[0], joined[1]), join(joined[2], joined[3]));
}

inline float sum_of(Vector<float> vector) {
  return fold(vector, [](auto a, auto b) { return a + b; });
}

/// Sums of four vectors, each in the order of sum_of().
inline void sums_of_four(const Vector<float>* vectors, float* sums) {
  typedef float Four __attribute__((vector_size(16)));
  Four of[4];
  for (int v = 0; v < 4; ++v) {
    float lanes[Lanes<float>::kCount];
    store(lanes, vectors[v]);
    __builtin_memcpy(&of[v], lanes, sizeof of[v]);
    for (Index n = 4; n < Lanes<float>::kCount; n += 4) {
      Four more;
      __builtin_memcpy(&more, lanes + n, sizeof more);
      of[v] += more;
    }
  }
  const Four first = __builtin_shufflevector(of[0], of[1], 0, 4, 2, 6) +
                     __builtin_shufflevector(of[0], of[1], 1, 5, 3, 7);
  const Four second = __builtin_shufflevector(of[2], of[3], 0, 4, 2, 6) +
                      __builtin_shufflevector(of[2], of[3], 1, 5, 3, 7);
  const Four all = __builtin_shufflevector(first, second, 0, 1, 4, 5) +
                   __builtin_shufflevector(first, second, 2, 3, 6, 7);
  __builtin_memcpy(sums, &all, sizeof all);
}

inline float largest_of(Vector<float> vector) {
  return fold(vector, [](auto a, auto b) { return a > b ? a : b; });
}

inline Index smaller(Index a, Index b) { return a < b ? a : b; }

constexpr Index kFloats = Lanes<float>::kCount;

/// Loads the last numbers of a row, padded with `rest`.
inline Vector<float> load_some(const float* numbers, Index count, float rest) {
  float some[kFloats];
  for (Index n = 0; n < kFloats; ++n) some[n] = n < count ? numbers[n] : rest;
  return load(some);
}

inline void store_some(float* numbers, Index count, Vector<float> vector) {
  for (Index n = 0; n < count; ++n) numbers[n] = vector[n];
}

constexpr Index kLine = 16;  // floats of a cache line

/// First column from `n` on at the start of a cache line.
inline Index line_start(const float* row, Index n) {
  const auto past = reinterpret_cast<__UINTPTR_TYPE__>(row + n) / sizeof(float) % kLine;
  return n + (kLine - static_cast<Index>(past)) % kLine;
}

/// `numbers` must be aligned to vectors.
inline void store_past_caches(float* numbers, Vector<float> vector) {
#if defined(__clang__)
  __builtin_nontemporal_store(vector, reinterpret_cast<Vector<float>*>(numbers));
#elif defined(__AVX512F__)
  __builtin_ia32_movntps512(numbers, vector);
#elif defined(__AVX__)
  __builtin_ia32_movntps256(numbers, vector);
#elif defined(__SSE__)
  __builtin_ia32_movntps(numbers, vector);
#else
  store(numbers, vector);
#endif
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
