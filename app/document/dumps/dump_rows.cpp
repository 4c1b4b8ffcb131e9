#include "app/document/dumps/dump_rows.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "engine/attention/mask.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

/// Tolerance for sums of rounded weights: half precision has 3 to 4 digits.
constexpr double kNearlyOne = 0.01;
/// Tolerance for signed weights, which nothing else distinguishes from scores.
constexpr double kSurelyOne = 1e-3;

void hide_masked(Matrix& numbers, const BoolMatrix& masked) {
  mask_scores(!masked.array(), numbers);
}

void take_logarithms(Matrix& numbers, const BoolMatrix&) {
  for (float& number : numbers.reshaped()) {
    number = number > 0 ? static_cast<float>(std::log(static_cast<double>(number))) : kMasked;
  }
}

/// ReLU divides by the number of visible keys.
void count_seen(Matrix& numbers, const BoolMatrix& masked) {
  hide_masked(numbers, masked);
  for (Index i = 0; i < numbers.rows(); ++i) {
    auto row = numbers.row(i);
    const auto seen = static_cast<float>((row.array() != kMasked).count());
    for (float& number : row) number = number > 0 ? number * seen : number;
  }
}

void leave_out_what_is_none(Matrix& numbers) {
  for (float& number : numbers.reshaped()) {
    if (std::isnan(number)) number = 0;
  }
}

void divide_by_sums(Matrix& numbers) {
  leave_out_what_is_none(numbers);
  for (Index i = 0; i < numbers.rows(); ++i) {
    const double sum = numbers.row(i).cast<double>().sum();
    if (sum > 0) numbers.row(i) *= static_cast<float>(1 / sum);
  }
}

void take_softmax(Matrix& numbers) {
  hide_masked(numbers, hidden_in(numbers, kNotSeen));
  for (Index i = 0; i < numbers.rows(); ++i) {
    auto row = numbers.row(i);
    const float largest = row.maxCoeff();
    if (largest == kMasked) {
      row.setZero();
      continue;
    }
    // Eigen's exponential of −∞ is not exactly 0.
    row = (row.array() == kMasked).select(0, (row.array() - largest).exp()).matrix();
    row /= row.sum();
  }
}

constexpr DumpMeaning kLogarithms{"softmax",
                                  "weights",
                                  "scores are their logarithms; a weight of 0 has none",
                                  take_logarithms,
                                  divide_by_sums,
                                  false,
                                  true,
                                  false};
constexpr DumpMeaning kComputedWeights{"softmax",
                                       "computed weights",
                                       "scores are their logarithms; a weight of 0 has none",
                                       take_logarithms,
                                       divide_by_sums,
                                       false,
                                       true,
                                       false};
constexpr DumpMeaning kReluScores{
    "relu",
    "weights",
    "scores are n times the weight, which the normalizer ReLU inverts",
    count_seen,
    leave_out_what_is_none,
    false,
    false};
constexpr DumpMeaning kSignedScores{
    "sum",
    "weights, some below 0",
    "scores are the weights themselves, which the normalizer Sum leaves unchanged",
    hide_masked,
    leave_out_what_is_none,
    false,
    false};
/// Weights, as asked, that no other normalizer keeps.
constexpr DumpMeaning kWeightsAsAsked{
    "none",      "weights, as asked",    "scores are the weights themselves, without a normalizer",
    hide_masked, leave_out_what_is_none, false,
    false};
constexpr DumpMeaning kGivenScores{"softmax",
                                   "negative numbers, so scores",
                                   "weights are their softmax",
                                   hide_masked,
                                   take_softmax,
                                   true,
                                   true};
constexpr DumpMeaning kScoresAsAsked{"softmax",   "scores, as asked", "weights are their softmax",
                                     hide_masked, take_softmax,       true,
                                     true};

/// Enough decimals to distinguish the ends from 1, up to six.
std::string sum_words(double sum) { return brief(sum, std::abs(sum - 1) < 0.1 ? 5 : 4); }

}  // namespace

Index DumpRows::empty_rows() const {
  return hidden_rows + (meaning_of(*this).sees_zeros ? 0 : zero_rows);
}

DumpRows no_rows(const AttentionDump& dump) {
  return {.as = dump.as, .masked_from = dump.masked_from.value_or(kNotSeen)};
}

BoolMatrix hidden_in(const Matrix& numbers, float masked_from) {
  return numbers.array().isNaN() || numbers.array() <= masked_from;
}

void add_head_numbers(DumpRows& rows, const Matrix& numbers) {
  for (Index i = 0; i < numbers.rows(); ++i) {
    double sum = 0;
    Index hidden = 0;
    bool is_zero = true;
    for (const float number : numbers.row(i)) {
      if (std::isinf(number) && number > 0) {
        throw ImportError("expected finite numbers, found infinity in row " + std::to_string(i));
      }
      const bool is_least = number <= rows.masked_from, is_hidden = is_least || std::isnan(number);
      hidden += is_hidden;
      rows.has_hidden = rows.has_hidden || is_least;
      rows.has_least = rows.has_least || (is_least && std::isfinite(number));
      rows.has_negative = rows.has_negative || number < 0;
      is_zero = is_zero && (number == 0 || is_hidden);
      if (!is_hidden) sum += static_cast<double>(number);
    }
    ++rows.rows;
    rows.hidden_rows += hidden == numbers.cols();
    rows.zero_rows += is_zero && hidden < numbers.cols();
    if (is_zero) continue;
    rows.least_sum = std::min(rows.least_sum, sum);
    rows.most_sum = std::max(rows.most_sum, sum);
  }
}

const DumpMeaning& meaning_of(const DumpRows& rows) {
  const auto are_within = [&](double margin) {
    return std::abs(rows.least_sum - 1) <= margin && std::abs(rows.most_sum - 1) <= margin;
  };
  const bool are_empty = rows.hidden_rows + rows.zero_rows == rows.rows;
  if (rows.as == DumpAs::kVectors) return kComputedWeights;
  if (rows.as == DumpAs::kScores) return kScoresAsAsked;
  if (rows.as == DumpAs::kWeights && rows.has_negative && !are_within(kSurelyOne)) {
    return kWeightsAsAsked;
  }
  if (rows.has_hidden && rows.as != DumpAs::kWeights) return kGivenScores;
  if (rows.has_negative) return are_within(kSurelyOne) ? kSignedScores : kGivenScores;
  return are_empty || are_within(kNearlyOne) ? kLogarithms : kReluScores;
}

void add_rows(DumpRows& rows, const DumpRows& more) {
  rows.least_sum = std::min(rows.least_sum, more.least_sum);
  rows.most_sum = std::max(rows.most_sum, more.most_sum);
  rows.rows += more.rows;
  rows.zero_rows += more.zero_rows;
  rows.hidden_rows += more.hidden_rows;
  rows.has_negative = rows.has_negative || more.has_negative;
  rows.has_hidden = rows.has_hidden || more.has_hidden;
  rows.has_least = rows.has_least || more.has_least;
}

std::string weights_words(const DumpRows& rows, bool divides) {
  const DumpMeaning& meaning = meaning_of(rows);
  if (meaning.are_scores) return "softmax of the scores given";
  if (rows.as == DumpAs::kVectors) return "the computed weights";
  return std::string("the given weights") +
         (divides && !meaning.are_shares ? ", rows divided by their sums" : "");
}

std::string row_words(DumpRows rows) {
  std::string words;
  if (rows.zero_rows > 0 && meaning_of(rows).sees_zeros) {
    rows.least_sum = std::min(rows.least_sum, 0.0);
    rows.most_sum = std::max(rows.most_sum, 0.0);
  }
  if (rows.least_sum <= rows.most_sum) {
    const std::string least = sum_words(rows.least_sum), most = sum_words(rows.most_sum);
    words = "rows sum to " + (least == most ? least : least + " … " + most);
    if (&meaning_of(rows) == &kLogarithms && (least != "1" || most != "1")) {
      words += ", and are shown divided by it";
    }
  }
  if (const Index empty = rows.empty_rows(); empty > 0) {
    words += (words.empty() ? "" : "; ") + std::to_string(empty) + " of " +
             std::to_string(rows.rows) + " rows see no key";
  }
  if (rows.has_least) {
    words += std::string(words.empty() ? "" : "; ") + "scores of " +
             with_minus(brief(rows.masked_from, 6)) + " and less: hidden";
  }
  return words;
}

Index hide_columns(Matrix& weights, const std::vector<bool>& shown) {
  Index lost = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    auto row = weights.row(i);
    double left = 0;
    for (Index j = 0; j < row.cols(); ++j) {
      if (!shown[static_cast<std::size_t>(j)]) row(j) = 0;
      left += static_cast<double>(row(j));
    }
    if (left < kLeastLeft) {
      row.setConstant(kMasked);
      ++lost;
    } else {
      row *= static_cast<float>(1 / left);
    }
  }
  return lost;
}

}  // namespace attn
