#pragma once

#include <cstddef>

#include "engine/base/pairing.h"

namespace attn {

// The inner loops of the fast path, in terms of plain pointers. One source (kernel_variant.cpp) is
// compiled for each set of vector instructions; which one runs is chosen when the program starts
// (kernel_choice.h).
//
// A right operand is packed into panels: `panel` columns side by side, row after row, the last
// panel filled up with zeros. In every variant each number of a result is summed in one order,
// whatever its place: equal rows and columns give results that are equal to the last bit.

/// Where the rows that a product reads or makes are put as well, while it is under way: stores to
/// memory then cost it no time.
struct RowCopy {
  float* to = nullptr;  ///< nowhere if null
  std::ptrdiff_t step = 0;
  const float* factors = nullptr;  ///< what each row is multiplied by; 1 if null
  bool past_caches = false;        ///< as `stream` below
};

/// result = factor · Σ pairing(left, right), rows x cols; sums of the type of the right operand.
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
  const Right* energy = nullptr;  ///< depth numbers that kTanhOfSum's are multiplied by
  float* result = nullptr;
  std::ptrdiff_t result_step = 0;
  RowCopy copy = {};  ///< of the result
};

/// sums = left · right, or sums += left · right, in numbers of type Sum. Steps of `sums` are whole
/// panels.
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
  RowCopy copy = {};  ///< of the left rows
};

/// Rows of outputs where the weights or the value of one key changed: for each row, what of it
/// stays, and the weights of the value that is now and was before.
struct Remix {
  const float* kept = nullptr;
  const float* now = nullptr;
  const float* before = nullptr;
  const float* value = nullptr;
  const float* old_value = nullptr;
  std::ptrdiff_t width = 0;
  std::ptrdiff_t rows = 0;
  float* outputs = nullptr;  ///< rows without gaps
};

/// softmax(factor · q · kᵀ) · v of one head; rows without gaps.
struct FewAttention {
  std::ptrdiff_t queries = 0, keys = 0;
  std::ptrdiff_t depth = 0;  ///< of queries and keys
  std::ptrdiff_t width = 0;  ///< of values and outputs
  float factor = 1;
  const float* q = nullptr;
  const float* k = nullptr;
  const float* v = nullptr;
  float* weights = nullptr;
  float* output = nullptr;
};

// Small networks learn from many sequences at once, which are computed side by side: where a matrix
// has a number, there are `lanes` of them, one of each sequence. Steps count such groups.

/// What of a product is needed where weights are causal, those above the diagonal 0: all; no
/// columns of the result behind the row; what has a depth up to the row; or from the row on.
enum class Triangle { kNone, kResult, kDepthTo, kDepthFrom };

/// result = left · right, or result += left · right; rows x cols.
struct LaneProduct {
  std::ptrdiff_t rows = 0, depth = 0, cols = 0;
  const float* left = nullptr;
  std::ptrdiff_t left_row = 0, left_depth = 0;
  const float* right = nullptr;  ///< of each lane; or plain numbers, which all lanes share
  std::ptrdiff_t right_depth = 0, right_col = 0;
  float* result = nullptr;  ///< of each lane; or plain numbers, the sums over all lanes
  std::ptrdiff_t result_row = 0, result_col = 1;
  bool adds = false;
  Triangle triangle = Triangle::kNone;
};

/// Rows of numbers, one of each lane, without gaps within a row.
struct LaneRows {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  bool is_causal = false;  ///< row n has n + 1 numbers, the others are taken for −∞ or 0
  float factor = 1;
  const float* weights = nullptr;  ///< what softmax made of the rows; of its gradient alone
  float* numbers = nullptr;
};

/// What rows of logits say where a class is wanted, or none (−1).
struct LaneAnswers {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  const int* targets = nullptr;  ///< rows, one of each lane
  float* logits = nullptr;       ///< become softmax − what is wanted; 0 where nothing is
  double loss = 0;               ///< Σ −ln p
  std::ptrdiff_t right = 0, wanted = 0;
};

/// Rows brought to one size, each by itself: (x − mean x, or x) / √(mean of their squares + ε).
struct LaneNorm {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  bool centers = false;
  float epsilon = 0;
  const float* x = nullptr;
  float* made = nullptr;     ///< rows of that size
  float* factors = nullptr;  ///< rows: 1 / √…
};

/// And back: what such rows get becomes what they were made of gets.
struct LaneNormGradient {
  std::ptrdiff_t rows = 0, cols = 0, step = 0;
  bool centers = false;
  const float* made = nullptr;
  const float* factors = nullptr;
  float* gradient = nullptr;
};

/// What bends the numbers between an mlp's two products.
enum class LaneBend { kRelu, kGelu, kGeluTanh, kSilu };

/// One step of Adam (Kingma & Ba 2015), with decay of the gradient, or apart from it.
struct AdamStep {
  std::ptrdiff_t count = 0;
  float* numbers = nullptr;
  const float* gradient = nullptr;
  float* mean = nullptr;
  float* square = nullptr;
  float of_mean = 0, of_square = 0;       ///< β₁, β₂
  float decay = 0, kept = 1;              ///< of the gradient; what is kept of the numbers
  float rate = 0, root = 1, epsilon = 0;  ///< kept · w − rate m / (root √s + ε)
};

struct Kernels {
  const char* name;
  std::ptrdiff_t lanes;          ///< sequences side by side
  std::ptrdiff_t panel_floats;   ///< columns of a panel of floats
  std::ptrdiff_t panel_doubles;  ///< columns of a panel of doubles
  std::ptrdiff_t tile_rows;      ///< rows that are computed at once: blocks best have a multiple

  void (*multiply)(const Multiplication<float, float>&);
  void (*multiply_wide)(const Multiplication<double, double>&);
  void (*accumulate)(const Accumulation<float>&);
  void (*accumulate_wide)(const Accumulation<double>&);

  /// The largest of `count` numbers, −∞ for none; none of them NaN.
  float (*largest)(const float* numbers, std::ptrdiff_t count);
  /// powers = 2^((numbers − largest) · factor), and their sum; both may be the same place.
  /// Exponents may not be above 125; −∞, and what is below 2^-125, becomes exactly 0. Relative
  /// error below 1e-6 + 2e-7 · |exponent|.
  double (*exponentials)(const float* numbers, std::ptrdiff_t count, float largest, float factor,
                         float* powers);
  /// Their sum alone.
  double (*sum_of_exponentials)(const float* numbers, std::ptrdiff_t count, float largest,
                                float factor);
  /// scaled = factor · numbers.
  void (*scale)(const float* numbers, std::ptrdiff_t count, float factor, float* scaled);
  /// The same past the caches, for numbers that are not read again soon and would fill them. Other
  /// threads may read it after end_stream() and what else tells them so.
  void (*stream)(const float* numbers, std::ptrdiff_t count, float factor, float* scaled);
  void (*end_stream)();

  /// All at once, where rows are that short; false, and nothing done, where they aren't.
  bool (*attend_few)(const FewAttention&);

  /// Each output = kept · output + now · value − before · old_value.
  void (*remix)(const Remix& remix);

  void (*lane_product)(const LaneProduct&);      ///< lanes by lanes
  void (*shared_product)(const LaneProduct&);    ///< lanes by plain numbers
  void (*gradient_product)(const LaneProduct&);  ///< lanes by lanes, summed over lanes; adds
  /// Each row becomes softmax(factor · row).
  void (*lane_softmax)(const LaneRows&);
  /// Rows that hold the gradients of such weights become those of what they were made of.
  void (*lane_softmax_gradient)(const LaneRows&);
  void (*lane_answers)(LaneAnswers&);
  void (*lane_norm)(const LaneNorm&);
  void (*lane_norm_gradient)(const LaneNormGradient&);
  /// Numbers become what the kind makes of them; `slopes` how fast that grows.
  void (*lane_bend)(LaneBend kind, std::ptrdiff_t count, float* numbers, float* slopes);
  /// sums[c] += the sum of column c, over rows and lanes; of each number times that of `factors`
  /// where there are some.
  void (*lane_sums)(std::ptrdiff_t rows, std::ptrdiff_t cols, std::ptrdiff_t step,
                    const float* numbers, const float* factors, float* sums);

  void (*adam)(const AdamStep&);
  /// sum = factor · Σ of the rows, `count` numbers each.
  void (*sum_rows)(std::ptrdiff_t rows, std::ptrdiff_t count, const float* const* numbers,
                   float factor, float* sum);

  /// The largest Σ number² of a row; infinite or NaN where a number is.
  float (*largest_square)(const float* rows, std::ptrdiff_t count, std::ptrdiff_t width);
  /// The largest |number|; infinite or NaN where a number is.
  float (*largest_size)(const float* numbers, std::ptrdiff_t count);
};

}  // namespace attn
