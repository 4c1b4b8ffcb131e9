#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "engine/base/matrix.h"

namespace attn {

/// Scores up to this number count as hidden, like minus infinity: the least number of half
/// precision, which masks use, as well as −1e9 and the least float32.
inline constexpr float kNotSeen = -65504;

/// Properties of the numbers of a layer.
struct DumpRows {
  DumpAs as = DumpAs::kGuessed;
  float masked_from = kNotSeen;  ///< scores up to this number are hidden
  double least_sum = std::numeric_limits<double>::infinity();
  double most_sum = -std::numeric_limits<double>::infinity();
  Index rows = 0;
  Index zero_rows = 0;        ///< all 0, or NaN: as weights, no key is visible
  Index hidden_rows = 0;      ///< all minus infinity, or NaN: no key is visible
  bool has_negative = false;  ///< some number is negative
  bool has_hidden = false;    ///< minus infinity occurs: scores of hidden keys
  bool has_least = false;     ///< a finite number of a mask occurs: `masked_from` or less

  /// Rows that see no key.
  Index empty_rows() const;
};

/// Properties before any numbers of `dump`.
DumpRows no_rows(const AttentionDump& dump);

/// Updates `rows` by the `numbers` of a head; NaN is a hidden key. Throws ImportError if one is
/// infinite.
void add_head_numbers(DumpRows& rows, const Matrix& numbers);

/// M x L: the numbers that are NaN, or `masked_from` or less.
BoolMatrix hidden_in(const Matrix& numbers, float masked_from);

/// Conversion of numbers to scores that reproduce them as weights, so that temperature, masks and
/// normalizers can be changed.
struct DumpMeaning {
  std::string_view normalizer;  ///< its id
  std::string_view given;       ///< content of the file: "weights"
  std::string_view follows;     ///< conversion: "scores are their logarithms"
  /// `masked`: M x L, the hidden keys, whose numbers may be anything.
  void (*make_scores)(Matrix& numbers, const BoolMatrix& masked);
  /// Weights reproduced by these scores: 0 in rows that see no key.
  void (*make_weights)(Matrix& numbers);
  bool are_scores = false;  ///< weights are the softmax of the file's numbers
  bool are_shares = true;   ///< rows sum to 1, so that remaining weights can be renormalised
  bool sees_zeros = true;   ///< a row of zeros is no query that sees no key
};

/// Chooses the meaning by `rows.as` and the row sums:
/// - 1: weights, whose logarithms are the scores of a softmax; a weight of 0 has no score. Sums not
///   quite 1, as in half precision, are divided out.
/// - other sums: weights that are kept, by scores n · w of a ReLU.
/// - 1 with negative numbers: weights that are kept, by a sum; with other sums if they are said to
///   be weights, by no normalizer.
/// - negative numbers or minus infinity otherwise: scores. Those up to kNotSeen are hidden.
const DumpMeaning& meaning_of(const DumpRows& rows);

/// Merges the properties of several heads.
void add_rows(DumpRows& rows, const DumpRows& more);

/// "the given weights", "softmax of the scores given"; mentions if rows are divided by sums that
/// are not near 1.
std::string weights_words(const DumpRows& rows, bool divides);

/// "rows sum to 0.9997 … 1.0003"
std::string row_words(DumpRows rows);

/// Rows that keep less weight than this are not shown, as the rest is meaningless.
inline constexpr double kLeastLeft = 0.001;

/// Removes hidden keys from each row of weights, and divides the rest by its sum. Rows with less
/// than kLeastLeft left become kMasked; returns their number.
Index hide_columns(Matrix& weights, const std::vector<bool>& shown);

}  // namespace attn
