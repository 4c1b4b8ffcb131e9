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

float largest(const float* numbers, Index count) {
  constexpr float kLeast = -__builtin_inff();
  Vector<float> a = load_some(numbers, 0, kLeast);
  Vector<float> b = a;
  Index n = 0;
  for (; n + 2 * kFloats <= count; n += 2 * kFloats) {
    const Vector<float> x = load(numbers + n);
    const Vector<float> y = load(numbers + n + kFloats);
    a = a > x ? a : x;
    b = b > y ? b : y;
  }
  for (; n < count; n += kFloats) {
    const Vector<float> x =
        n + kFloats <= count ? load(numbers + n) : load_some(numbers + n, count - n, kLeast);
    a = a > x ? a : x;
  }
  return largest_of(a > b ? a : b);
}

/// Calls put(place, exponentials, count) for all, and returns their sum.
template <typename Put>
inline double for_exponentials(const float* numbers, Index count, float largest, float factor,
                               Put put) {
  constexpr Index kBlock = 2048;  // numbers summed in single precision
  double total = 0;
  Index n = 0;
  while (n + 2 * kFloats <= count) {
    const Index end = smaller(count, n + kBlock);
    Vector<float> a = {}, b = {};
    for (; n + 2 * kFloats <= end; n += 2 * kFloats) {
      // Prefetches the next row, for consecutive rows.
      __builtin_prefetch(numbers + count + n);
      __builtin_prefetch(numbers + count + n + kFloats);
      const Vector<float> x = exponential(load(numbers + n), largest, factor);
      const Vector<float> y = exponential(load(numbers + n + kFloats), largest, factor);
      put(n, x, kFloats);
      put(n + kFloats, y, kFloats);
      a += x;
      b += y;
    }
    total += static_cast<double>(sum_of(a + b));
  }
  for (; n < count; n += kFloats) {
    const Vector<float> some = n + kFloats <= count
                                   ? load(numbers + n)
                                   : load_some(numbers + n, count - n, -__builtin_inff());
    const Vector<float> x = exponential(some, largest, factor);
    put(n, x, smaller(kFloats, count - n));
    total += static_cast<double>(sum_of(x));
  }
  return total;
}

double exponentials(const float* numbers, Index count, float largest, float factor, float* powers) {
  return for_exponentials(numbers, count, largest, factor,
                          [=](Index n, Vector<float> some_powers, Index some) {
                            if (some == kFloats) {
                              store(powers + n, some_powers);
                            } else {
                              store_some(powers + n, some, some_powers);
                            }
                          });
}

double sum_of_exponentials(const float* numbers, Index count, float largest, float factor) {
  return for_exponentials(numbers, count, largest, factor, [](Index, Vector<float>, Index) {});
}

void scale(const float* numbers, Index count, float factor, float* scaled) {
  Index n = 0;
  for (; n + kFloats <= count; n += kFloats) store(scaled + n, load(numbers + n) * factor);
  for (; n < count; ++n) scaled[n] = numbers[n] * factor;
}

void stream(const float* numbers, Index count, float factor, float* scaled) {
  Index n = 0;
  for (const Index start = smaller(line_start(scaled, 0), count); n < start; ++n) {
    scaled[n] = numbers[n] * factor;
  }
  for (; n + kFloats <= count; n += kFloats) {
    store_past_caches(scaled + n, load(numbers + n) * factor);
  }
  for (; n < count; ++n) scaled[n] = numbers[n] * factor;
}

void end_stream() {
#if defined(__SSE__)
  __builtin_ia32_sfence();
#endif
}

typedef unsigned short Halves __attribute__((vector_size(kBytes / 2)));
typedef unsigned WordBits __attribute__((vector_size(kBytes)));

/// Floats of numbers of two bytes in the lower half of each word: bfloat16 is a float's upper half.
/// A float16's exponent is biased by 15 in place of 127, which a factor of 2^112 corrects, also for
/// subnormal numbers.
template <NumberType type>
inline Vector<float> widened(WordBits bits) {
  if constexpr (type == NumberType::kBfloat16) return reinterpret_cast<Vector<float>>(bits << 16);
  const auto size = reinterpret_cast<Vector<float>>((bits & 0x7fff) << 13) * 0x1p112f;
  return reinterpret_cast<Vector<float>>(reinterpret_cast<WordBits>(size) | (bits & 0x8000) << 16);
}

/// Loads numbers of a file as floats.
template <NumberType type>
inline Vector<float> load_number(const char* numbers) {
  if constexpr (type == NumberType::kFloat32) {
    return load(reinterpret_cast<const float*>(numbers));
  } else {
    Halves halves;
    __builtin_memcpy(&halves, numbers, sizeof halves);
    return widened<type>(__builtin_convertvector(halves, WordBits));
  }
}

template <NumberType type>
inline Vector<float> load_some_numbers(const char* numbers, Index count) {
  char some[kBytes] = {};
  __builtin_memcpy(some, numbers, static_cast<std::size_t>(count) * bytes_of_number(type));
  return load_number<type>(some);
}

template <NumberType type>
void widen_numbers(const char* from, Index count, float* floats) {
  constexpr Index kStep = kFloats * static_cast<Index>(bytes_of_number(type));
  for (; count >= kFloats; count -= kFloats, from += kStep, floats += kFloats) {
    store(floats, load_number<type>(from));
  }
  store_some(floats, count, load_some_numbers<type>(from, count));
}

void widen(NumberType type, const void* numbers, Index count, float* floats) {
  const auto widen_type = type == NumberType::kFloat16    ? widen_numbers<NumberType::kFloat16>
                          : type == NumberType::kBfloat16 ? widen_numbers<NumberType::kBfloat16>
                                                          : widen_numbers<NumberType::kFloat32>;
  widen_type(static_cast<const char*>(numbers), count, floats);
}

void cap(float* numbers, Index count, float cap) {
  constexpr Index kDoubles = Lanes<double>::kCount;
  const double part = 1 / static_cast<double>(cap);
  for (Index n = 0; n < count; n += kDoubles) {
    const Index some = smaller(kDoubles, count - n);
    float few[kDoubles] = {};
    for (Index m = 0; m < some; ++m) few[m] = numbers[n + m];
    const Vector<double> capped = tanh_of<double>(load_as<double>(few) * part) * cap;
    for (Index m = 0; m < some; ++m) numbers[n + m] = static_cast<float>(capped[m]);
  }
}

/// Columns [from, from + vectors · kFloats).
template <int vectors>
inline void remix_columns(const Remix& r, Index from) {
  Vector<float> value[vectors], old_value[vectors];
#pragma GCC unroll 4
  for (int n = 0; n < vectors; ++n) {
    value[n] = load(r.value + from + n * kFloats);
    old_value[n] = load(r.old_value + from + n * kFloats);
  }
  float* output = r.outputs + from;
  for (Index i = 0; i < r.rows; ++i, output += r.width) {
#pragma GCC unroll 4
    for (int n = 0; n < vectors; ++n) {
      const Vector<float> change = r.now[i] * value[n] - r.before[i] * old_value[n];
      store(output + n * kFloats, r.kept[i] * load(output + n * kFloats) + change);
    }
  }
}

void remix(const Remix& r) {
  Index n = 0;
  for (; n + 4 * kFloats <= r.width; n += 4 * kFloats) remix_columns<4>(r, n);
  for (; n + kFloats <= r.width; n += kFloats) remix_columns<1>(r, n);
  for (; n < r.width; ++n) {
    for (Index i = 0; i < r.rows; ++i) {
      const float change = r.now[i] * r.value[n] - r.before[i] * r.old_value[n];
      float& output = r.outputs[i * r.width + n];
      output = r.kept[i] * output + change;
    }
  }
}

float largest_square(const float* rows, Index count, Index width) {
  float most = 0;
  float all = 0;  // propagates numbers that are not finite
  for (Index i = 0; i < count; ++i) {
    const float* row = rows + i * width;
    float sum = 0;
    Index n = 0;
    if (width >= kFloats) {
      Vector<float> squares = {};
      for (; n + kFloats <= width; n += kFloats) {
        const Vector<float> x = load(row + n);
        squares += x * x;
      }
      sum = sum_of(squares);
    }
    for (; n < width; ++n) sum += row[n] * row[n];
    most = sum > most ? sum : most;
    all += sum;
  }
  return all - all == 0 ? most : all;
}

float largest_size(const float* numbers, Index count) {
  Vector<float> most = {}, all = {};
  Index n = 0;
  for (; n < count; n += kFloats) {
    const Vector<float> x =
        n + kFloats <= count ? load(numbers + n) : load_some(numbers + n, count - n, 0);
    const Vector<float> size = x < 0 ? -x : x;
    most = size > most ? size : most;
    all += x - x;
  }
  return largest_of(most) + sum_of(all);
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
