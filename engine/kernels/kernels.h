#pragma once

#include <cstddef>

#include "engine/base/pairing.h"

namespace attn {

// Inner loops of the fast path, on plain pointers. One source (kernel_variant.cpp) is compiled for
// each vector instruction set; the variant is chosen at program start (kernel_choice.h).
//
// A right operand is packed into panels: `panel` columns side by side, row after row, the last
// panel padded with zeros. In every variant each number of a result is summed in a fixed order,
// independent of its place: equal rows and columns give bitwise equal results.

/// Type of numbers in files of weights.
enum class NumberType { kFloat32, kFloat16, kBfloat16 };

constexpr std::size_t bytes_of_number(NumberType type) {
  return type == NumberType::kFloat32 ? 4 : 2;
}

/// Additional copy of the rows that a product reads or makes, written while it runs, so that stores
/// overlap with computation.
struct RowCopy {
  float* to = nullptr;  ///< null: no copy
  std::ptrdiff_t step = 0;
  const float* factors = nullptr;  ///< factor of each row; null: 1
  bool past_caches = false;        ///< like `stream` below
};

/// result = factor · Σ pairing(left, right), rows x cols; sums have the type of the right operand.
template <typename Left, typename Right>
struct Multiplication {
  Pairing pairing = Pairing::kProduct;
  const Left* left = nullptr;  ///< rows x depth
  std::ptrdiff_t left_step = 0;
  std::ptrdiff_t rows = 0;
  const Right* panels = nullptr;  ///< depth x cols, packed
  std::ptrdiff_t depth = 0;
  std::ptrdiff_t cols = 0;
  double factor = 1;
  const Right* energy = nullptr;  ///< depth numbers, factors of kTanhOfSum
  float* result = nullptr;
  std::ptrdiff_t result_step = 0;
  RowCopy copy = {};  ///< copy of the result
};

/// result = left · right for a right operand of one column, with the same sums as a Multiplication
/// of floats.
struct ColumnMultiplication {
  NumberType type = NumberType::kFloat32;  ///< of `left`, finite numbers
  const void* left = nullptr;              ///< rows x depth, contiguous
  std::ptrdiff_t rows = 0;
  std::ptrdiff_t depth = 0;
  const float* column = nullptr;
  float* result = nullptr;
};

/// sums = left · right, or sums += left · right, in numbers of type Sum. `sums` has a row step of
/// whole panels.
template <typename Sum>
struct Accumulation {
  const float* left = nullptr;  ///< rows x depth
  std::ptrdiff_t left_step = 0;
  std::ptrdiff_t rows = 0;
  const float* panels = nullptr;  ///< depth x cols, packed
  std::ptrdiff_t depth = 0;
  std::ptrdiff_t cols = 0;
  bool adds = false;
  Sum* sums = nullptr;
  std::ptrdiff_t sums_step = 0;
  RowCopy copy = {};  ///< copy of the left rows
};

/// Update of outputs after a change of one key's weights or value: for each row, the remaining
/// share, and the weights of the new and the old value.
struct Remix {
  const float* kept = nullptr;
  const float* now = nullptr;
  const float* before = nullptr;
  const float* value = nullptr;
  const float* old_value = nullptr;
  std::ptrdiff_t width = 0;
  std::ptrdiff_t rows = 0;
  float* outputs = nullptr;  ///< contiguous rows
};

/// softmax(factor · q · kᵀ) · v of one head; contiguous rows.
struct FewAttention {
  std::ptrdiff_t queries = 0, keys = 0;
  std::ptrdiff_t depth = 0;  ///< width of queries and keys
  std::ptrdiff_t width = 0;  ///< width of values and outputs
  float factor = 1;
  const float* q = nullptr;
  const float* k = nullptr;
  const float* v = nullptr;
  float* weights = nullptr;
  float* output = nullptr;
};

// Batches for small networks: several sequences are computed in parallel, one per lane: each number
// of a matrix is a group of `lanes` numbers. Steps count such groups.

/// Needed part of a product for causal weights, which are 0 above the diagonal: all; result columns
/// up to the row; depth up to the row; or depth from the row on.
enum class Triangle { kNone, kResult, kDepthTo, kDepthFrom };

/// result = left · right, or result += left · right; rows x cols.
struct LaneProduct {
  std::ptrdiff_t rows = 0, depth = 0, cols = 0;
  const float* left = nullptr;
  std::ptrdiff_t left_row = 0, left_depth = 0;
  const float* right = nullptr;  ///< one per lane; or plain numbers shared by all lanes
  std::ptrdiff_t right_depth = 0, right_col = 0;
  float* result = nullptr;  ///< one per lane; or plain numbers, summed over all lanes
  std::ptrdiff_t result_row = 0, result_col = 1;
  bool adds = false;
  Triangle triangle = Triangle::kNone;
};

/// Rows of numbers, one per lane, contiguous within a row.
struct LaneRows {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  bool is_causal = false;  ///< row n has n + 1 numbers; the others count as −∞ or 0
  float factor = 1;
  const float* weights = nullptr;  ///< weights from the softmax; only for its gradient
  float* numbers = nullptr;
};

/// Rows of logits with their targets: a class, or none (−1).
struct LaneAnswers {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  const int* targets = nullptr;  ///< rows, one per lane
  float* logits = nullptr;       ///< replaced by softmax − target; 0 without a target
  double loss = 0;               ///< Σ −ln p
  std::ptrdiff_t right = 0, wanted = 0;
};

/// Normalised rows: (x − mean x, or x) / √(mean square + ε).
struct LaneNorm {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  bool centers = false;
  float epsilon = 0;
  const float* x = nullptr;
  float* made = nullptr;     ///< normalised rows
  float* factors = nullptr;  ///< rows: 1 / √…
};

/// Backward pass: turns the gradient of normalised rows into that of the rows before.
struct LaneNormGradient {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  bool centers = false;
  const float* made = nullptr;
  const float* factors = nullptr;
  float* gradient = nullptr;
};

/// Activation between an mlp's two products.
enum class LaneBend { kRelu, kGelu, kGeluTanh, kSilu };

/// Step of Adam (Kingma & Ba 2015), with decay of the gradient, or decoupled from it.
struct AdamStep {
  std::ptrdiff_t count = 0;
  float* numbers = nullptr;
  const float* gradient = nullptr;
  float* mean = nullptr;
  float* square = nullptr;
  float of_mean = 0, of_square = 0;       ///< β₁, β₂
  float decay = 0, kept = 1;              ///< decay added to the gradient; factor of the numbers
  float rate = 0, root = 1, epsilon = 0;  ///< kept · w − rate m / (root √s + ε)
};

struct Kernels {
  const char* name;
  std::ptrdiff_t lanes;          ///< sequences in parallel
  std::ptrdiff_t panel_floats;   ///< columns of a panel of floats
  std::ptrdiff_t panel_doubles;  ///< columns of a panel of doubles
  std::ptrdiff_t tile_rows;      ///< rows per tile: blocks should be a multiple

  void (*multiply)(const Multiplication<float, float>&);
  void (*multiply_column)(const ColumnMultiplication&);
  void (*multiply_wide)(const Multiplication<double, double>&);
  void (*accumulate)(const Accumulation<float>&);
  void (*accumulate_wide)(const Accumulation<double>&);

  /// Largest of `count` numbers, −∞ for none. NaN is not allowed.
  float (*largest)(const float* numbers, std::ptrdiff_t count);
  /// powers = 2^((numbers − largest) · factor), and their sum; in place is allowed. Exponents must
  /// be at most 125; −∞, and results below 2^-125, become exactly 0. Relative error below 1e-6 +
  /// 2e-7 · |exponent|.
  double (*exponentials)(const float* numbers, std::ptrdiff_t count, float largest, float factor,
                         float* powers);
  /// Only the sum of the exponentials.
  double (*sum_of_exponentials)(const float* numbers, std::ptrdiff_t count, float largest,
                                float factor);
  /// scaled = factor · numbers.
  void (*scale)(const float* numbers, std::ptrdiff_t count, float factor, float* scaled);
  /// scale() with non-temporal stores, for numbers that are not read again soon. Other threads may
  /// read them after end_stream() and a synchronisation.
  void (*stream)(const float* numbers, std::ptrdiff_t count, float factor, float* scaled);
  void (*end_stream)();
  /// Converts `count` finite numbers of a type of two bytes, exactly.
  void (*widen)(NumberType type, const void* numbers, std::ptrdiff_t count, float* floats);
  /// numbers = cap · tanh(numbers / cap), in double precision, rounded once; cap > 0.
  void (*cap)(float* numbers, std::ptrdiff_t count, float cap);

  /// All queries at once for short rows; returns false, without effect, for longer ones.
  bool (*attend_few)(const FewAttention&);

  /// output = kept · output + now · value − before · old_value, for each row.
  void (*remix)(const Remix& remix);

  void (*lane_product)(const LaneProduct&);      ///< lanes by lanes
  void (*shared_product)(const LaneProduct&);    ///< lanes by plain numbers
  void (*gradient_product)(const LaneProduct&);  ///< lanes by lanes, summed over lanes; accumulates
  /// Replaces each row by softmax(factor · row).
  void (*lane_softmax)(const LaneRows&);
  /// Turns gradients of softmax weights, row by row, into gradients of the scores.
  void (*lane_softmax_gradient)(const LaneRows&);
  void (*lane_answers)(LaneAnswers&);
  void (*lane_norm)(const LaneNorm&);
  void (*lane_norm_gradient)(const LaneNormGradient&);
  /// Applies the activation to `numbers`; `slopes` receives its derivatives.
  void (*lane_bend)(LaneBend kind, std::ptrdiff_t count, float* numbers, float* slopes);
  /// sums[c] += Σ of column c, over rows and lanes; each number times that of `factors`, if given.
  void (*lane_sums)(std::ptrdiff_t rows, std::ptrdiff_t cols, std::ptrdiff_t step,
                    const float* numbers, const float* factors, float* sums);

  void (*adam)(const AdamStep&);
  /// sum = factor · Σ of the rows, `count` numbers each.
  void (*sum_rows)(std::ptrdiff_t rows, std::ptrdiff_t count, const float* const* numbers,
                   float factor, float* sum);

  /// Largest Σ number² of a row; infinite or NaN if a number is.
  float (*largest_square)(const float* rows, std::ptrdiff_t count, std::ptrdiff_t width);
  /// Largest |number|; infinite or NaN if a number is.
  float (*largest_size)(const float* numbers, std::ptrdiff_t count);
};

}  // namespace attn
