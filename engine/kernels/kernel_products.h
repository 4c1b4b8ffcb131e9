#pragma once

// Part of kernel_variant.cpp, which documents its restrictions.

#include <utility>

#include "engine/kernels/kernel_functions.h"
#include "engine/kernels/kernel_rows.h"

namespace attn::ATTN_KERNELS {
namespace {

#if defined(__AVX512F__)
constexpr int kRows = 12;
#elif defined(__AVX__)
constexpr int kRows = 6;
#elif defined(__wasm_simd128__)
constexpr int kRows = 4;  // V8 uses 15 registers; more rows would be stored between steps
#else
constexpr int kRows = 3;
#endif
constexpr int kNarrowRows = 2 * kRows;     // rows if a panel has columns in its first vector only
constexpr int kFewRows = 4;                // rows if fewer than kRows remain, or more registers are
                                           // needed
constexpr int kSideBySide = 8 / kVectors;  // panels for one row, so that its sums are independent
constexpr int kPair = 2;                   // rows if fewer than those remain
constexpr Index kDepth = 128;  // depth of a panel that stays in the first-level cache, with a
                               // tile's left rows

template <Pairing pairing, typename Number>
inline void add_pair(Vector<Number>& sum, Number left, Vector<Number> right, Number energy) {
#if defined(__wasm_relaxed_simd__)
  // Compilers fuse products and sums by themselves, but not these: a CPU may round once or twice.
  if constexpr (pairing == Pairing::kProduct && sizeof(Number) == sizeof(float)) {
    sum = __builtin_wasm_relaxed_madd_f32x4(everywhere(left), right, sum);
    return;
  }
#endif
  if constexpr (pairing == Pairing::kProduct) {
    sum += left * right;
  } else if constexpr (pairing == Pairing::kSquaredDifference) {
    const Vector<Number> difference = left - right;
    sum += difference * difference;
  } else {
    sum += energy * tanh_of<Number>(left + right);
  }
}

inline void store_floats(float* numbers, Vector<float> vector) { store(numbers, vector); }

inline void store_floats(float* numbers, Vector<double> vector) {
  for (Index n = 0; n < Lanes<double>::kCount; ++n) numbers[n] = static_cast<float>(vector[n]);
}

/// Tile of sums, `rows` x `panels`, of which `vectors` are computed. All loops over it are
/// unrolled, to keep it in registers.
template <int rows, typename Number, int panels = 1, int vectors = kVectors>
struct Tile {
  static constexpr Index kCount = Lanes<Number>::kCount;
  static constexpr int kWide = panels * vectors;
  static constexpr Index kCols = kWide * kCount;

  Vector<Number> sums[rows][kWide];

  [[gnu::always_inline]] inline void clear() {
#pragma GCC unroll 32
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kWide; ++v) sums[r][v] = Vector<Number>{};
    }
  }

  [[gnu::always_inline]] inline void take(const Number* from, Index step) {
#pragma GCC unroll 32
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kWide; ++v) sums[r][v] = load(from + r * step + v * kCount);
    }
  }

  /// Adds left · right; panels are `panel_step` numbers apart.
  template <Pairing pairing, typename Left, typename Right>
  [[gnu::always_inline]] inline void add(const Left* left, Index left_step, const Right* panel,
                                         Index panel_step, Index depth, const Number* energy) {
    for (Index k = 0; k < depth; ++k) {
      Vector<Number> right[kWide];
#pragma GCC unroll 8
      for (int v = 0; v < kWide; ++v) {
        right[v] = load_as<Number>(panel + v / vectors * panel_step + v % vectors * kCount);
      }
      const Number e = pairing == Pairing::kTanhOfSum ? energy[k] : Number(0);
#pragma GCC unroll 32
      for (int r = 0; r < rows; ++r) {
        const Number l = static_cast<Number>(left[r * left_step + k]);
#pragma GCC unroll 8
        for (int v = 0; v < kWide; ++v) add_pair<pairing, Number>(sums[r][v], l, right[v], e);
      }
      panel += Lanes<Number>::kPanel;
    }
  }

  [[gnu::always_inline]] inline void put(Number* to, Index step) const {
#pragma GCC unroll 32
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kWide; ++v) store(to + r * step + v * kCount, sums[r][v]);
    }
  }

  [[gnu::always_inline]] inline void put_floats(Number factor, float* to, Index step) const {
#pragma GCC unroll 32
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kWide; ++v) {
        store_floats(to + r * step + v * kCount, sums[r][v] * factor);
      }
    }
  }

  /// Writes factor · sums to the first `cols` columns of `result`.
  [[gnu::always_inline]] inline void finish(Number factor, Index cols, float* result,
                                            Index step) const {
    if (cols >= kCols) return put_floats(factor, result, step);
    float some[rows * kCols];
    put_floats(factor, some, kCols);
    for (Index r = 0; r < rows; ++r) {
      for (Index n = 0; n < cols; ++n) result[r * step + n] = some[r * kCols + n];
    }
  }
};

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

/// Copies rows [first, first + rows) of `numbers`: the cache lines that start at columns [from, to)
/// of `cols`.
inline void copy_rows(const RowCopy& copy, Index first, Index rows, const float* numbers,
                      Index step, Index from, Index to, Index cols) {
  for (Index r = first; r < first + rows; ++r) {
    float* row = copy.to + r * copy.step;
    const Index begin = from <= 0 ? 0 : line_start(row, from);
    const Index end = to >= cols ? cols : smaller(line_start(row, to), cols);
    const float factor = copy.factors ? copy.factors[r] : 1.0f;
    const auto put = copy.past_caches ? stream : scale;
    if (begin < end) put(numbers + r * step + begin, end - begin, factor, row + begin);
  }
}

/// Multiplies a tile's columns from `col` on.
template <int rows, int panels, Pairing pairing, int vectors = kVectors, typename Left,
          typename Right>
inline void multiply_tile(const Multiplication<Left, Right>& m, Index i, Index col) {
  Tile<rows, Right, panels, vectors> tile;
  tile.clear();
  tile.template add<pairing>(m.left + i * m.left_step, m.left_step, m.panels + col * m.depth,
                             Lanes<Right>::kPanel * m.depth, m.depth, m.energy);
  tile.finish(static_cast<Right>(m.factor), m.cols - col, m.result + i * m.result_step + col,
              m.result_step);
}

template <Pairing pairing, typename Left, typename Right>
void multiply_pairs(const Multiplication<Left, Right>& m) {
  constexpr Index kPanel = Lanes<Right>::kPanel;
  constexpr int kMost = pairing == Pairing::kProduct ? kRows : kFewRows;
  constexpr int kCopied = 4;  // panels at once
  Index copied = 0;           // columns
  Index col = 0;
  if (m.rows < kFewRows && pairing == Pairing::kProduct) {
    for (; col + kSideBySide * kPanel <= m.cols; col += kSideBySide * kPanel) {
      for (Index i = 0; i < m.rows; ++i) multiply_tile<1, kSideBySide, pairing>(m, i, col);
    }
    for (; col + kPair * kPanel <= m.cols; col += kPair * kPanel) {
      for (Index i = 0; i < m.rows; ++i) multiply_tile<1, kPair, pairing>(m, i, col);
    }
  }
  for (Index n = 1; col < m.cols; col += kPanel, ++n) {
    if (pairing == Pairing::kProduct && m.cols - col <= Lanes<Right>::kCount) {
      for_rows<kNarrowRows>(m.rows, [&](auto count, Index i) {
        multiply_tile<decltype(count)::kCount, 1, pairing, 1>(m, i, col);
      });
      continue;
    }
    for_rows<kMost>(m.rows, [&](auto count, Index i) {
      constexpr int kSome = decltype(count)::kCount;
      // Writes full cache lines to memory while sums are computed.
      if (m.copy.to && n % kCopied == 0) {
        copy_rows(m.copy, i, kSome, m.result, m.result_step, copied, col - kLine, m.cols);
      }
      multiply_tile<kSome, 1, pairing>(m, i, col);
    });
    if (n % kCopied == 0) copied = col - kLine;
  }
  if (m.copy.to) {
    copy_rows(m.copy, 0, m.rows, m.result, m.result_step, copied, m.cols, m.cols);
  }
}

/// Lanes of two rows whose distance is `distance`, as a transposition swaps them: of the first
/// row's place, or of the second's.
template <int distance, bool is_second, int... lanes>
inline Vector<float> swapped(Vector<float> a, Vector<float> b,
                             std::integer_sequence<int, lanes...>) {
  constexpr int kAll = static_cast<int>(kFloats);
  if constexpr (is_second) {
    return __builtin_shufflevector(a, b, (lanes & distance ? kAll + lanes : lanes + distance)...);
  } else {
    return __builtin_shufflevector(a, b, (lanes & distance ? kAll + lanes - distance : lanes)...);
  }
}

/// Transposes a square of numbers.
template <int distance = 1>
[[gnu::always_inline]] inline void transpose_square(Vector<float>* rows) {
  constexpr int kAll = static_cast<int>(kFloats);
  constexpr std::make_integer_sequence<int, kAll> kLanes;
#pragma GCC unroll 16
  for (int r = 0; r < kAll; ++r) {
    if ((r & distance) != 0) continue;
    const Vector<float> a = rows[r], b = rows[r + distance];
    rows[r] = swapped<distance, false>(a, b, kLanes);
    rows[r + distance] = swapped<distance, true>(a, b, kLanes);
  }
  if constexpr (2 * distance < kAll) transpose_square<2 * distance>(rows);
}

/// Numbers in the words that a transposition moves.
template <NumberType type>
constexpr Index kNumbersOfWord = static_cast<Index>(sizeof(float) / bytes_of_number(type));

/// Adds the products of the numbers in `words`, in their order, to `sum`.
template <NumberType type>
inline void add_words(Vector<float>& sum, const float* column, Vector<float> words) {
  if constexpr (kNumbersOfWord<type> == 1) {
    add_pair<Pairing::kProduct, float>(sum, column[0], words, 0);
  } else {
    const auto bits = reinterpret_cast<WordBits>(words);
    add_pair<Pairing::kProduct, float>(sum, column[0], widened<type>(bits & 0xffff), 0);
    add_pair<Pairing::kProduct, float>(sum, column[1], widened<type>(bits >> 16), 0);
  }
}

/// Multiplies `count` rows, one for each lane.
template <NumberType type>
inline void multiply_lanes(const ColumnMultiplication& m, Index first, Index count) {
  constexpr Index kBytesOfNumber = static_cast<Index>(bytes_of_number(type));
  constexpr Index kStep = kFloats * kNumbersOfWord<type>;
  const auto* left = static_cast<const char*>(m.left) + first * m.depth * kBytesOfNumber;
  const auto at = [&](Index row, Index k) {
    return left + (smaller(row, count - 1) * m.depth + k) * kBytesOfNumber;
  };
  Vector<float> sum{};
  Vector<float> square[kFloats];
  Index k = 0;
  for (; k + kStep <= m.depth; k += kStep) {
#pragma GCC unroll 16
    for (Index r = 0; r < kFloats; ++r) __builtin_memcpy(&square[r], at(r, k), kBytes);
    transpose_square(square);
#pragma GCC unroll 16
    for (Index d = 0; d < kFloats; ++d) {
      add_words<type>(sum, m.column + k + d * kNumbersOfWord<type>, square[d]);
    }
  }
  for (; k < m.depth; k += kFloats) {
    const Index depth = smaller(kFloats, m.depth - k);
    for (Index r = 0; r < kFloats; ++r) square[r] = load_some_numbers<type>(at(r, k), depth);
    transpose_square(square);
    for (Index d = 0; d < depth; ++d) {
      add_pair<Pairing::kProduct, float>(sum, m.column[k + d], square[d], 0);
    }
  }
  store_some(m.result + first, count, sum);
}

template <NumberType type>
void multiply_column_of(const ColumnMultiplication& m) {
  for (Index first = 0; first < m.rows; first += kFloats) {
    multiply_lanes<type>(m, first, smaller(kFloats, m.rows - first));
  }
}

void multiply_column(const ColumnMultiplication& m) {
  switch (m.type) {
    case NumberType::kFloat32:
      return multiply_column_of<NumberType::kFloat32>(m);
    case NumberType::kFloat16:
      return multiply_column_of<NumberType::kFloat16>(m);
    case NumberType::kBfloat16:
      return multiply_column_of<NumberType::kBfloat16>(m);
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

/// Accumulates a tile's columns from `col` on, over `depth` left numbers from `k` on.
template <int rows, int panels, typename Right>
inline void accumulate_tile(const Accumulation<Right>& a, Index i, Index col, Index k,
                            Index depth) {
  Right* sums = a.sums + i * a.sums_step + col;
  Tile<rows, Right, panels> tile;
  if (a.adds || k > 0) {
    tile.take(sums, a.sums_step);
  } else {
    tile.clear();
  }
  tile.template add<Pairing::kProduct>(a.left + i * a.left_step + k, a.left_step,
                                       a.panels + col * a.depth + k * Lanes<Right>::kPanel,
                                       Lanes<Right>::kPanel * a.depth, depth,
                                       static_cast<const Right*>(nullptr));
  tile.put(sums, a.sums_step);
}

template <typename Right>
void accumulate(const Accumulation<Right>& a) {
  constexpr Index kPanel = Lanes<Right>::kPanel;
  for (Index k = 0; k < a.depth; k += kDepth) {
    const Index depth = smaller(kDepth, a.depth - k);
    const auto copy = [&](Index i, Index rows) {
      if (a.copy.to) copy_rows(a.copy, i, rows, a.left, a.left_step, k, k + depth, a.depth);
    };
    Index col = 0;
    if (a.rows < kFewRows) {
      copy(0, a.rows);
      for (; col + (kSideBySide - 1) * kPanel < a.cols; col += kSideBySide * kPanel) {
        for (Index i = 0; i < a.rows; ++i) accumulate_tile<1, kSideBySide>(a, i, col, k, depth);
      }
      for (; col + kPanel < a.cols; col += kPair * kPanel) {
        for (Index i = 0; i < a.rows; ++i) accumulate_tile<1, kPair>(a, i, col, k, depth);
      }
      for (Index i = 0; col < a.cols && i < a.rows; ++i) accumulate_tile<1, 1>(a, i, col, k, depth);
      continue;
    }
    for (; col < a.cols; col += kPanel) {
      for_rows<kRows>(a.rows, [&](auto count, Index i) {
        constexpr int kSome = decltype(count)::kCount;
        if (col == 0) copy(i, kSome);
        accumulate_tile<kSome, 1>(a, i, col, k, depth);
      });
    }
  }
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
