#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "app/document/imports/attention_dump.h"
#include "engine/base/matrix.h"

namespace attn {

/// What was seen of the numbers of a layer.
struct DumpRows {
  double least_sum = std::numeric_limits<double>::infinity();
  double most_sum = -std::numeric_limits<double>::infinity();
  Index rows = 0;
  Index empty_rows = 0;       ///< of zeros, or of no numbers at all: no key is seen
  bool has_negative = false;  ///< a number below 0
  bool has_hidden = false;    ///< minus infinity, as scores have it where a key is not seen
  bool has_least = false;     ///< likewise what masks add in its place: kNotSeen and less
};

/// Scores of this and less are not seen, as those of minus infinity are: it is the least number of
/// half precision, which masks write, as they do −1e9 and the least of float32.
inline constexpr float kNotSeen = -65504;

/// Adds what `numbers`, of one head, have. Throws ImportError where one of them is infinite, or is
/// none in a row that has some.
void look_at(DumpRows& rows, const Matrix& numbers);

/// How numbers become scores that give them back as weights, so that temperature, masks and
/// normalizers have something to work on.
struct DumpMeaning {
  std::string_view normalizer;  ///< its id
  std::string_view given;       ///< "weights": what the file has
  std::string_view follows;     ///< "scores are their logarithms": what is made of it
  void (*make_scores)(Matrix& numbers);
  /// The weights themselves, as these scores give them back: of a row that sees no key zeros.
  void (*make_weights)(Matrix& numbers);
  bool are_scores = false;  ///< weights are the softmax of what the file has
  bool are_shares = true;   ///< each row sums to 1, so that what is left of it can be divided anew
};

/// By what rows sum to:
/// - to 1: weights, whose logarithms are the scores of a softmax; a weight of 0 is not seen. What
///   is not quite 1, as of half precision, is shown divided by the sum.
/// - to something else: weights that are kept as they are, by scores n · w of a ReLU.
/// - to 1 with some below 0: weights that are kept as they are, by a sum.
/// - with some below 0, or minus infinity: scores. Those of kNotSeen and less are not seen.
const DumpMeaning& meaning_of(const DumpRows& rows);

/// What is seen of several together.
void add_rows(DumpRows& rows, const DumpRows& more);

/// "the given weights", "softmax of the scores given"; where rows are divided by sums that are not
/// near 1 that is said, too.
std::string weights_words(const DumpRows& rows, bool divides);

/// "rows sum to 0.9997 … 1.0003"
std::string row_words(const DumpRows& rows);

}  // namespace attn
