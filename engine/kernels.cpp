// Compiled once for each set of vector instructions, into the namespace ATTN_KERNELS. Only what is
// written here may be used here: a function from a header, compiled with instructions that a CPU
// lacks, could take the place of the same function elsewhere when the program is linked.

#include "engine/kernels.h"

namespace attn::ATTN_KERNELS {
namespace {

using Index = std::ptrdiff_t;

#if defined(__AVX512F__)
constexpr int kBytes = 64;
constexpr int kRows = 12;
#elif defined(__AVX__)
constexpr int kBytes = 32;
constexpr int kRows = 6;
#else
constexpr int kBytes = 16;
constexpr int kRows = 4;
#endif
constexpr int kFewRows = 4;    // where kRows don't remain, or more registers are needed
constexpr int kVectors = 2;    // that a panel is wide
constexpr Index kDepth = 256;  // of a panel that stays in the first cache

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

template <typename Number>
inline void store(Number* numbers, Vector<Number> vector) {
  __builtin_memcpy(numbers, &vector, kBytes);
}

template <typename Number>
inline Vector<Number> everywhere(Number number) {
  return Vector<Number>{} + number;
}

/// All lanes brought together by `join`, four by four.
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

inline float largest_of(Vector<float> vector) {
  return fold(vector, [](auto a, auto b) { return a > b ? a : b; });
}

inline Index smaller(Index a, Index b) { return a < b ? a : b; }

// 2^x for |x| <= 125: x is split into a whole number, which adding kRound leaves in the lowest
// bits, and a rest of at most ½.

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
  Vector<double> power = {};
  for (int n = 12; n > 0; --n) power = power * rest / static_cast<double>(n) + 1.0;
  return (Vector<double>)((DoubleBits)power + ((DoubleBits)shifted << 52));
}

template <typename Number>
inline Vector<Number> tanh_of(Vector<Number> x) {
  constexpr Number kTwice = Number(-2.88539008177792681);  // −2 / ln 2
  Vector<Number> exponent = (x < 0 ? -x : x) * kTwice;
  exponent = exponent < Number(-100) ? everywhere(Number(-100)) : exponent;
  const Vector<Number> power = power_of_two(exponent);
  const Vector<Number> result = (Number(1) - power) / (Number(1) + power);
  // Near 0 that difference loses what the series keeps: relative error 5e-12.
  const Vector<Number> square = x * x;
  Vector<Number> series = square * Number(-17.0 / 315) + Number(2.0 / 15);
  series = x + x * square * (series * square - Number(1.0 / 3));
  constexpr Number kNear = Number(0.0625);
  return ((x < kNear) & (x > -kNear)) ? series : x < 0 ? -result : result;
}

template <Pairing pairing, typename Number>
inline void add_pair(Vector<Number>& sum, Number left, Vector<Number> right, Number energy) {
  if constexpr (pairing == Pairing::kProduct) {
    sum += left * right;
  } else if constexpr (pairing == Pairing::kSquaredDifference) {
    const Vector<Number> difference = left - right;
    sum += difference * difference;
  } else {
    sum += energy * tanh_of<Number>(left + right);
  }
}

/// A tile of sums, `rows` x one panel, in registers.
template <int rows, typename Number>
struct Tile {
  Vector<Number> sums[rows][kVectors] = {};

  template <Pairing pairing, typename Left>
  [[gnu::always_inline]] inline void add(const Left* left, Index left_step, const Number* panel,
                                         Index depth, const Number* energy) {
    for (Index k = 0; k < depth; ++k) {
      Vector<Number> right[kVectors];
      for (int v = 0; v < kVectors; ++v) right[v] = load(panel + v * Lanes<Number>::kCount);
      const Number e = pairing == Pairing::kTanhOfSum ? energy[k] : Number(0);
#pragma GCC unroll 16
      for (int r = 0; r < rows; ++r) {
        const Number l = static_cast<Number>(left[r * left_step + k]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) add_pair<pairing, Number>(sums[r][v], l, right[v], e);
      }
      panel += Lanes<Number>::kPanel;
    }
  }
};

inline void store_floats(float* numbers, Vector<float> vector) { store(numbers, vector); }

inline void store_floats(float* numbers, Vector<double> vector) {
  for (Index n = 0; n < Lanes<double>::kCount; ++n) numbers[n] = static_cast<float>(vector[n]);
}

/// factor · sums into the first `cols` columns of `result`.
template <int rows, typename Number>
inline void finish(const Tile<rows, Number>& tile, Number factor, Index cols, float* result,
                   Index step) {
  constexpr Index kCount = Lanes<Number>::kCount;
  constexpr Index kPanel = Lanes<Number>::kPanel;
  for (int r = 0; r < rows; ++r) {
    if (cols >= kPanel) {
      for (int v = 0; v < kVectors; ++v) {
        store_floats(result + r * step + v * kCount, tile.sums[r][v] * factor);
      }
    } else {
      float some[kPanel];
      for (int v = 0; v < kVectors; ++v) store_floats(some + v * kCount, tile.sums[r][v] * factor);
      for (Index n = 0; n < cols; ++n) result[r * step + n] = some[n];
    }
  }
}

/// Calls work(rows as a type, first row) for all rows, in groups of `most`, kFewRows and 1.
template <int rows>
struct RowCount {
  static constexpr int kCount = rows;
};

template <int most, typename Work>
inline void for_rows(Index rows, Work work) {
  Index i = 0;
  for (; i + most <= rows; i += most) work(RowCount<most>(), i);
  for (; i + kFewRows <= rows; i += kFewRows) work(RowCount<kFewRows>(), i);
  for (; i < rows; ++i) work(RowCount<1>(), i);
}

template <Pairing pairing, typename Left, typename Right>
void multiply_pairs(const Multiplication<Left, Right>& m) {
  constexpr Index kPanel = Lanes<Right>::kPanel;
  constexpr int kMost = pairing == Pairing::kProduct ? kRows : kFewRows;
  for (Index col = 0; col < m.cols; col += kPanel) {
    const Right* panel = m.panels + col * m.depth;
    for_rows<kMost>(m.rows, [&](auto count, Index i) {
      Tile<decltype(count)::kCount, Right> tile;
      tile.template add<pairing>(m.left + i * m.left_step, m.left_step, panel, m.depth, m.energy);
      finish(tile, static_cast<Right>(m.factor), m.cols - col, m.result + i * m.result_step + col,
             m.result_step);
    });
  }
}

template <typename Left, typename Right>
void multiply(const Multiplication<Left, Right>& m) {
  switch (m.pairing) {
    case Pairing::kProduct:
      return multiply_pairs<Pairing::kProduct>(m);
    case Pairing::kSquaredDifference:
      return multiply_pairs<Pairing::kSquaredDifference>(m);
    case Pairing::kTanhOfSum:
      return multiply_pairs<Pairing::kTanhOfSum>(m);
  }
}

template <typename Right>
void accumulate(const Accumulation<Right>& a) {
  constexpr Index kCount = Lanes<Right>::kCount;
  constexpr Index kPanel = Lanes<Right>::kPanel;
  for (Index k = 0; k < a.depth; k += kDepth) {
    const Index depth = smaller(kDepth, a.depth - k);
    for (Index col = 0; col < a.cols; col += kPanel) {
      const Right* panel = a.panels + col * a.depth + k * kPanel;
      for_rows<kRows>(a.rows, [&](auto count, Index i) {
        constexpr int kSome = decltype(count)::kCount;
        Tile<kSome, Right> tile;
        Right* sums = a.sums + i * a.sums_step + col;
        if (a.adds || k > 0) {
          for (int r = 0; r < kSome; ++r) {
            for (int v = 0; v < kVectors; ++v) {
              tile.sums[r][v] = load(sums + r * a.sums_step + v * kCount);
            }
          }
        }
        tile.template add<Pairing::kProduct>(a.left + i * a.left_step + k, a.left_step, panel,
                                             depth, static_cast<const Right*>(nullptr));
        for (int r = 0; r < kSome; ++r) {
          for (int v = 0; v < kVectors; ++v) {
            store(sums + r * a.sums_step + v * kCount, tile.sums[r][v]);
          }
        }
      });
    }
  }
}

constexpr Index kFloats = Lanes<float>::kCount;

/// The last numbers of a row, filled up.
inline Vector<float> load_some(const float* numbers, Index count, float rest) {
  float some[kFloats];
  for (Index n = 0; n < kFloats; ++n) some[n] = n < count ? numbers[n] : rest;
  return load(some);
}

inline void store_some(float* numbers, Index count, Vector<float> vector) {
  for (Index n = 0; n < count; ++n) numbers[n] = vector[n];
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

inline Vector<float> exponential(Vector<float> x, float largest, float factor) {
  constexpr float kLeast = -125;
  const Vector<float> exponent = (x - largest) * factor;
  const FloatBits counts = exponent >= kLeast;
  const Vector<float> power = power_of_two(counts ? exponent : everywhere(kLeast));
  return (Vector<float>)((FloatBits)power & counts);
}

/// Calls put(place, exponentials, count) for all, and adds them up.
template <typename Put>
inline double for_exponentials(const float* numbers, Index count, float largest, float factor,
                               Put put) {
  constexpr Index kBlock = 2048;  // summed in single precision
  double total = 0;
  Index n = 0;
  while (n + 2 * kFloats <= count) {
    const Index end = smaller(count, n + kBlock);
    Vector<float> a = {}, b = {};
    for (; n + 2 * kFloats <= end; n += 2 * kFloats) {
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

double exponentials(float* numbers, Index count, float largest, float factor) {
  return for_exponentials(numbers, count, largest, factor,
                          [=](Index n, Vector<float> powers, Index some) {
                            if (some == kFloats) {
                              store(numbers + n, powers);
                            } else {
                              store_some(numbers + n, some, powers);
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

void stream(const float* numbers, Index count, float factor, float* scaled) {
  Index n = 0;
  while (n < count && reinterpret_cast<__UINTPTR_TYPE__>(scaled + n) % kBytes != 0) {
    scaled[n] = numbers[n] * factor;
    ++n;
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

void remix(const Remix& r) {
  Index n = 0;
  for (; n + kFloats <= r.count; n += kFloats) {
    const Vector<float> change = r.now * load(r.value + n) - r.before * load(r.old_value + n);
    store(r.output + n, r.kept * load(r.output + n) + change);
  }
  for (; n < r.count; ++n) {
    const float change = r.now * r.value[n] - r.before * r.old_value[n];
    r.output[n] = r.kept * r.output[n] + change;
  }
}

float largest_square(const float* rows, Index count, Index width) {
  float most = 0;
  float all = 0;  // passes on what is not finite
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

extern const Kernels kernels;
const Kernels kernels{ATTN_KERNELS_NAME,
                      Lanes<float>::kPanel,
                      Lanes<double>::kPanel,
                      kRows,
                      multiply<float, float>,
                      multiply<double, double>,
                      accumulate<float>,
                      accumulate<double>,
                      largest,
                      exponentials,
                      sum_of_exponentials,
                      scale,
                      stream,
                      end_stream,
                      remix,
                      largest_square,
                      largest_size};

}  // namespace attn::ATTN_KERNELS
