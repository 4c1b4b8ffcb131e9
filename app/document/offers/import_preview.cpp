#include "app/document/offers/import_preview.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/document/imports/head_measures.h"
#include "app/document/numbers/numbers.h"
#include "engine/attention/mask.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Least and largest of some numbers.
struct SpanOfNumbers {
  double least = std::numeric_limits<double>::infinity(), most = -least;

  void add(double number) {
    least = std::min(least, number);
    most = std::max(most, number);
  }
  bool is_empty() const { return least > most; }
  /// "0.13 … 2.04", or one number if both are written alike.
  std::string words(int decimals) const {
    const auto number = [&](double one) {
      return with_minus(std::abs(one) < 1e4 ? attn::fixed(one, decimals) : brief(one));
    };
    const std::string low = number(least), high = number(most);
    return low == high ? low : low + " … " + high;
  }
};

/// Cells of a head that the scene hides because of their numbers.
BoolMatrix hidden_cells_of(const Matrix& numbers, const ImportedLayer& layer) {
  BoolMatrix hidden = hidden_in(numbers, layer.rows.masked_from);
  if (layer.masked.size() > 0) hidden.array() = hidden.array() || layer.masked.array();
  return hidden;
}

/// Sums of rows and columns of weights, or the seen scores.
std::string sum_words(const AttentionDump& dump, const ImportedLayer& layer) {
  SpanOfNumbers rows, columns, scores;
  for (const Index head : layer.heads) {
    const Matrix numbers = dump.numbers(layer.layer, head);
    const BoolMatrix hidden = hidden_cells_of(numbers, layer);
    std::vector<double> sums(static_cast<std::size_t>(numbers.cols()));
    for (Index i = 0; i < numbers.rows(); ++i) {
      double sum = 0;
      bool is_zero = true;
      for (Index j = 0; j < numbers.cols(); ++j) {
        const float number = numbers(i, j);
        if (layer.meaning->are_scores && !hidden(i, j)) scores.add(static_cast<double>(number));
        if (std::isnan(number)) continue;
        is_zero = is_zero && number == 0;
        sum += static_cast<double>(number);
        sums[static_cast<std::size_t>(j)] += static_cast<double>(number);
      }
      if (!is_zero) rows.add(sum);
    }
    for (const double one : sums) columns.add(one);
  }
  if (layer.meaning->are_scores) {
    return scores.is_empty() ? "no key is seen" : "scores " + scores.words(2);
  }
  return rows.is_empty() ? "no key is seen"
                         : "rows sum to " + rows.words(3) + ", columns to " + columns.words(2);
}

Matrix sums_of_rows(const Matrix& weights) {
  Matrix sums(weights.rows(), 1);
  for (Index i = 0; i < weights.rows(); ++i) {
    const auto row = weights.row(i).array();
    const bool is_seen = (row != kMasked).any();
    sums(i, 0) = is_seen
                     ? static_cast<float>((row == kMasked).select(0.F, row).cast<double>().sum())
                     : std::numeric_limits<float>::quiet_NaN();
  }
  return sums;
}

}  // namespace

Matrix previewed_weights(const AttentionDump& dump, const ImportedLayer& layer, Index head) {
  Matrix weights = dump.numbers(layer.layer, head);
  BoolMatrix hidden = hidden_cells_of(weights, layer);
  if (layer.meaning->are_scores) mask_scores(!hidden.array(), weights);
  layer.meaning->make_weights(weights);
  if (!layer.hidden.words.empty()) {
    hide_columns(weights, layer.hidden.shown);
    for (Index j = 0; j < weights.cols(); ++j) {
      if (!layer.hidden.shown[static_cast<std::size_t>(j)]) hidden.col(j).setConstant(true);
    }
  }
  mask_scores(!hidden.array(), weights);
  return weights;
}

ImportOutline outline_of(const AttentionDump& dump) {
  ImportOutline outline{.batches = dump.batch_count(),
                        .steps = dump.step_count(),
                        .axes = dump.axes(),
                        .doubts = dump.doubts(),
                        .has_choice_of_numbers = dump.has_choice_of_numbers()};
  for (Index n = 0; n < dump.layer_count(); ++n) outline.layers.push_back(dump.layer_name(n));
  return outline;
}

ImportPreview preview_of(const AttentionDump& dump, const ImportWishes& wishes, Index layer,
                         Index head) {
  ImportPreview made{.layer = layer,
                     .head = std::min(head, dump.layer(layer).heads - 1),
                     .layer_name = dump.layer_name(layer)};
  made.analysed = analyse_layer(dump, layer, wishes);
  made.originals = tokens_of_layer(dump, layer, wishes).keys;
  DumpRows guessed = made.analysed.rows;
  guessed.as = DumpAs::kGuessed;
  made.are_scores_guessed = meaning_of(guessed).are_scores;
  made.sums = sum_words(dump, made.analysed);
  made.not_seen = hidden_cells_of(dump.numbers(layer, made.head), made.analysed).count();
  const Matrix weights = previewed_weights(dump, made.analysed, made.head);
  made.weights = std::make_shared<const Matrix>(pooled(weights, kMostPreviewed));
  if (made.weights->size() == weights.size()) {
    made.row_sums = std::make_shared<const Matrix>(sums_of_rows(weights));
  }
  return made;
}

}  // namespace attn
