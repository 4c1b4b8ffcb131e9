#include "app/document/imports/head_measures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/dumps/dump_rows.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr auto kMeasures = std::to_array<HeadMeasure>({
    {"entropy", "Entropy", "nats", "how many keys a row is spread over, in nats",
     &HeadMeasures::entropy},
    {"distance", "Distance", "tokens", "how far a query looks, in tokens", &HeadMeasures::distance},
    {"first", "First", "share", "the share of the first token", &HeadMeasures::first},
    {"previous", "Previous", "share", "the share of the token before", &HeadMeasures::previous},
    {"itself", "Itself", "share", "the share of the query's own token", &HeadMeasures::itself},
});

/// Key for pooling: masked cells only win if all are masked.
float amount(float number) { return number == kMasked ? -1 : std::abs(number); }

/// Contributions of one row.
struct SumsOfRow {
  double sum = 0, entropy = 0, distance = 0;
};

SumsOfRow sums_of(const Matrix& weights, Index i) {
  SumsOfRow sums;
  const float* const row = weights.row(i).data();
  for (Index j = 0; j < weights.cols(); ++j) {
    const auto weight = static_cast<double>(row[j]);
    if (!(weight > 0)) continue;
    sums.sum += weight;
    sums.entropy -= weight * static_cast<double>(std::log(row[j]));
    sums.distance += weight * static_cast<double>(std::abs(i - j));
  }
  // −Σ (w / s) ln (w / s) for a row with sum s.
  if (sums.sum > 0) {
    sums.entropy = std::max(0.0, sums.entropy / sums.sum + std::log(sums.sum));
    sums.distance /= sums.sum;
  }
  return sums;
}

}  // namespace

std::span<const HeadMeasure> head_measures() { return kMeasures; }

HeadMeasures measures_of(const Matrix& weights) {
  HeadMeasures all{0, 0, 0, 0, 0};
  Index count = 0, with_previous = 0;
  bool has_negative = false;
  const bool is_square = weights.rows() == weights.cols();
  for (Index i = 0; i < weights.rows(); ++i) {
    const auto row = weights.row(i);
    if (row(0) == kMasked && (row.array() == kMasked).all()) continue;
    has_negative = has_negative || (row.array() < 0 && row.array() != kMasked).any();
    const SumsOfRow sums = sums_of(weights, i);
    if (!(sums.sum > 0)) continue;
    ++count;
    all.entropy += sums.entropy;
    all.distance += sums.distance;
    all.first += static_cast<double>(row(0)) / sums.sum;
    if (!is_square) continue;
    all.itself += static_cast<double>(row(i)) / sums.sum;
    if (i == 0) continue;  // the first query has no previous key
    ++with_previous;
    all.previous += static_cast<double>(row(i - 1)) / sums.sum;
  }
  if (count == 0 || has_negative) return {};
  const auto rows = static_cast<double>(count);
  all.entropy /= rows;
  all.first /= rows;
  all.distance = is_square ? all.distance / rows : HeadMeasures::kNoMeasure;
  all.itself = is_square ? all.itself / rows : HeadMeasures::kNoMeasure;
  all.previous = with_previous > 0 ? all.previous / static_cast<double>(with_previous)
                                   : HeadMeasures::kNoMeasure;
  return all;
}

Matrix pooled(const Matrix& matrix, Index most) {
  const Index rows = std::min(matrix.rows(), most), columns = std::min(matrix.cols(), most);
  if (rows == matrix.rows() && columns == matrix.cols()) return matrix;
  Matrix largest = Matrix::Constant(rows, columns, kMasked);
  std::vector<Index> column_of(static_cast<std::size_t>(matrix.cols()));
  for (Index j = 0; j < matrix.cols(); ++j) {
    column_of[static_cast<std::size_t>(j)] = j * columns / matrix.cols();
  }
  for (Index i = 0; i < matrix.rows(); ++i) {
    float* const pooled_row = largest.row(i * rows / matrix.rows()).data();
    const float* const row = matrix.row(i).data();
    for (Index j = 0; j < matrix.cols(); ++j) {
      float& one = pooled_row[column_of[static_cast<std::size_t>(j)]];
      if (amount(row[j]) > amount(one)) one = row[j];
    }
  }
  return largest;
}

Index picture_side(Index heads) {
  constexpr double kMostNumbers = 1 << 24;
  constexpr Index kMost = 512;
  const double side = std::sqrt(kMostNumbers / static_cast<double>(std::max<Index>(1, heads)));
  return clamped(static_cast<Index>(side), kThumbnail, kMost);
}

HeadSummary summary_of(const AttentionDump& dump, Index layer, Index head, Index side,
                       const std::vector<bool>& shown) {
  HeadSummary summary;
  Matrix weights = dump.numbers(layer, head);
  DumpRows rows = no_rows(dump);
  add_head_numbers(rows, weights);
  const DumpMeaning& meaning = meaning_of(rows);
  meaning.make_weights(weights);
  summary.are_scores = meaning.are_scores;
  summary.has_shares = meaning.are_shares;
  if (!shown.empty() && meaning.are_shares) summary.lost_rows = hide_columns(weights, shown);
  summary.measures = measures_of(weights);
  summary.thumbnail = std::make_shared<const Matrix>(pooled(weights, kThumbnail));
  summary.picture = std::make_shared<const Matrix>(pooled(weights, side));
  summary.rows = weights.rows();
  summary.columns = weights.cols();
  return summary;
}

std::string softmax_words(Index scores, Index heads) {
  if (scores == 0) return "";
  const std::string where =
      scores == heads ? ""
                      : "in " + std::to_string(scores) + " of " + std::to_string(heads) + " heads ";
  return where + "weights are softmax of the scores given";
}

}  // namespace attn
