#include "app/document/imports/dump_rows.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

/// Tolerance for sums of rounded weights: half precision has 3 to 4 digits.
constexpr double kNearlyOne = 0.01;
/// Tolerance for signed weights, which nothing else distinguishes from scores.
constexpr double kSurelyOne = 1e-3;

void hide_what_is_none(Matrix& numbers) {
  for (float& number : numbers.reshaped()) {
    if (std::isnan(number)) number = kMasked;
  }
}

void take_logarithms(Matrix& numbers) {
  for (float& number : numbers.reshaped()) {
    number = number > 0 ? static_cast<float>(std::log(static_cast<double>(number))) : kMasked;
  }
}

/// ReLU divides by the number of visible keys; zeros are hidden.
void count_seen(Matrix& numbers) {
  for (Index i = 0; i < numbers.rows(); ++i) {
    auto row = numbers.row(i);
    const auto seen = static_cast<float>((row.array() > 0).count());
    for (Index j = 0; j < row.cols(); ++j) row(j) = row(j) > 0 ? row(j) * seen : kMasked;
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

void hide_least_scores(Matrix& numbers) {
  for (float& number : numbers.reshaped()) {
    if (std::isnan(number) || number <= kNotSeen) number = kMasked;
  }
}

void take_softmax(Matrix& numbers) {
  hide_least_scores(numbers);
  for (Index i = 0; i < numbers.rows(); ++i) {
    auto row = numbers.row(i);
    const float largest = row.maxCoeff();
    if (largest == kMasked) {
      row.setZero();
      continue;
    }
    row = (row.array() - largest).exp().matrix();
    row /= row.sum();
  }
}

constexpr DumpMeaning kLogarithms{"softmax",
                                  "weights",
                                  "scores are their logarithms, and a key of weight 0 is hidden",
                                  take_logarithms,
                                  divide_by_sums,
                                  false,
                                  true};
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
    hide_what_is_none,
    leave_out_what_is_none,
    false,
    false};
constexpr DumpMeaning kGivenScores{"softmax",
                                   "negative numbers, so scores",
                                   "weights are their softmax",
                                   hide_least_scores,
                                   take_softmax,
                                   true,
                                   true};

/// Enough decimals to distinguish the ends from 1, up to six.
std::string sum_words(double sum) { return brief(sum, std::abs(sum - 1) < 0.1 ? 5 : 4); }

}  // namespace

void add_head_numbers(DumpRows& rows, const Matrix& numbers) {
  for (Index i = 0; i < numbers.rows(); ++i) {
    double sum = 0;
    Index none = 0, hidden = 0;
    bool is_zero = true;
    for (const float number : numbers.row(i)) {
      none += std::isnan(number);
      if (std::isinf(number) && number > 0) {
        throw ImportError("expected finite numbers, found infinity in row " + std::to_string(i));
      }
      const bool is_hidden = number <= kNotSeen;
      hidden += is_hidden;
      rows.has_hidden = rows.has_hidden || is_hidden;
      rows.has_least = rows.has_least || (is_hidden && std::isfinite(number));
      rows.has_negative = rows.has_negative || number < 0;
      is_zero = is_zero && number == 0;
      if (std::isfinite(number) && !is_hidden) sum += static_cast<double>(number);
    }
    if (none > 0 && none < numbers.cols()) {
      throw ImportError("expected numbers, found " + std::to_string(none) +
                        " that are not numbers in row " + std::to_string(i));
    }
    ++rows.rows;
    if (none > 0 || is_zero || hidden == numbers.cols()) {
      ++rows.empty_rows;
      continue;
    }
    rows.least_sum = std::min(rows.least_sum, sum);
    rows.most_sum = std::max(rows.most_sum, sum);
  }
}

const DumpMeaning& meaning_of(const DumpRows& rows) {
  const auto are_within = [&](double margin) {
    return std::abs(rows.least_sum - 1) <= margin && std::abs(rows.most_sum - 1) <= margin;
  };
  if (rows.has_hidden) return kGivenScores;
  if (rows.has_negative) return are_within(kSurelyOne) ? kSignedScores : kGivenScores;
  return rows.empty_rows == rows.rows || are_within(kNearlyOne) ? kLogarithms : kReluScores;
}

void add_rows(DumpRows& rows, const DumpRows& more) {
  rows.least_sum = std::min(rows.least_sum, more.least_sum);
  rows.most_sum = std::max(rows.most_sum, more.most_sum);
  rows.rows += more.rows;
  rows.empty_rows += more.empty_rows;
  rows.has_negative = rows.has_negative || more.has_negative;
  rows.has_hidden = rows.has_hidden || more.has_hidden;
  rows.has_least = rows.has_least || more.has_least;
}

std::string weights_words(const DumpRows& rows, bool divides) {
  const DumpMeaning& meaning = meaning_of(rows);
  if (meaning.are_scores) return "softmax of the scores given";
  return std::string("the given weights") +
         (divides && !meaning.are_shares ? ", rows divided by their sums" : "");
}

std::string row_words(const DumpRows& rows) {
  std::string words;
  if (rows.empty_rows < rows.rows) {
    const std::string least = sum_words(rows.least_sum), most = sum_words(rows.most_sum);
    words = "rows sum to " + (least == most ? least : least + " … " + most);
    if (&meaning_of(rows) == &kLogarithms && (least != "1" || most != "1")) {
      words += ", and are shown divided by it";
    }
  }
  if (rows.empty_rows > 0) {
    words += (words.empty() ? "" : "; ") + std::to_string(rows.empty_rows) + " of " +
             std::to_string(rows.rows) + " rows see no key";
  }
  if (rows.has_least) {
    words += std::string(words.empty() ? "" : "; ") + "scores of −65504 and less: hidden";
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
