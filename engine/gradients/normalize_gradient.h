#pragma once

// Part of part_gradients.cpp: the step from a head's scores to its weights, and back.

#include <cmath>
#include <optional>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/normalize.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

/// Line normalised together: visible cells of a row or column.
struct NormalizedLine {
  std::vector<Cell> cells;
  Index all = 0;  ///< cells of the line, visible or not
  Index row = 0;  ///< row, or column

  std::vector<double> of(const WideMatrix& matrix) const {
    std::vector<double> numbers;
    for (const Cell& cell : cells) numbers.push_back(matrix(cell.query, cell.key));
    return numbers;
  }
};

/// Lines with at least one visible cell.
std::vector<NormalizedLine> lines_of(const Normalizer& normalizer, const WideMatrix& scores) {
  const bool has_rows = normalizer.over == Over::kKeys;
  const Index count = has_rows ? scores.rows() : scores.cols();
  const Index all = has_rows ? scores.cols() : scores.rows();
  std::vector<NormalizedLine> lines;
  for (Index n = 0; n < count; ++n) {
    NormalizedLine line{{}, all, n};
    for (Index m = 0; m < all; ++m) {
      const Cell cell = has_rows ? Cell{n, m} : Cell{m, n};
      if (scores(cell.query, cell.key) != kMasked) line.cells.push_back(cell);
    }
    if (!line.cells.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

/// Weights before rows are divided by their sums.
WideMatrix weights_of_lines(const Normalizer& normalizer, const WideMatrix& scores,
                            std::optional<float> sink) {
  WideMatrix weights = WideMatrix::Zero(scores.rows(), scores.cols());
  for (const NormalizedLine& line : lines_of(normalizer, scores)) {
    std::vector<double> numbers = line.of(scores);
    weigh_seen(normalizer, line.all, sink, numbers);
    for (std::size_t n = 0; n < line.cells.size(); ++n) {
      weights(line.cells[n].query, line.cells[n].key) = numbers[n];
    }
  }
  return weights;
}

/// Backward of w / Σ w: (g − Σ g ∘ w / Σ w) / Σ w, and 0 for zero rows, which stay.
void divided_backward(const WideMatrix& weights, WideMatrix& by) {
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    if (sum == 0) {
      by.row(i).setZero();
      continue;
    }
    const double mean = by.row(i).dot(weights.row(i)) / sum;
    by.row(i) = ((by.row(i).array() - mean) / sum).matrix().eval();
  }
}

/// Backward of weights that sum to 1, at z = s / T: r ∘ (g − (r · g) / Σ r), with r from
/// NormalizerKind::jacobian_term (Martins & Astudillo 2016, section 2.5; Peters et al. 2019,
/// proposition 2).
void weigh_to_one_backward(WeighedLine& line) {
  const double T = line.normalizer.temperature;
  if (T == 0 || std::isinf(T)) {
    std::ranges::fill(line.by, 0.0);
    return;
  }
  double sum = 0, mean = 0;
  for (std::size_t n = 0; n < line.by.size(); ++n) {
    const double r = line.normalizer.kind->jacobian_term(line.normalizer, line.weights[n]);
    sum += r;
    mean += r * line.by[n];
  }
  mean /= sum;
  for (std::size_t n = 0; n < line.by.size(); ++n) {
    const double r = line.normalizer.kind->jacobian_term(line.normalizer, line.weights[n]);
    const double by_scaled = line.by_scaled.empty() ? 0 : line.by_scaled[n];
    const double by = r == 0 ? by_scaled : r * (line.by[n] - mean) + by_scaled;
    line.by_temperature -= by * line.scores[n] / (T * T);
    line.by[n] = by / T;
  }
}

/// As normalize(), without rounding. `scores` must tie exactly where weights are discontinuous.
WideMatrix normalize_wide(const Normalizer& normalizer, const WideMatrix& scores,
                          std::optional<float> sink) {
  WideMatrix weights = weights_of_lines(normalizer, scores, sink);
  if (normalizer.over == Over::kQueriesThenKeys) divide_rows_by_sums(weights);
  return weights;
}

/// Inputs of the backward pass of a head's weights.
struct NormalizerGradient {
  const Normalizer& normalizer;
  const WideMatrix& scores;  ///< M x L, the input of normalize_wide()
  std::optional<float> sink;
  const WideMatrix& by_weights;             ///< M x L, gradient by the weights
  const WideMatrix& by_scaled;              ///< WideHead::scaled
  const GradientsBelow& of_normalizer;      ///< collects gradients of temperature, length and
                                            ///< offset
  const GradientsBelow* of_head = nullptr;  ///< collects the sink's gradient; null without a sink
};

/// Gradient by the scores, M x L: 0 for hidden keys, and at T = 0 and T = ∞, where weights are
/// locally constant.
WideMatrix normalize_backward(const NormalizerGradient& of) {
  const Normalizer& normalizer = of.normalizer;
  WideMatrix by_weights = of.by_weights;
  if (normalizer.over == Over::kQueriesThenKeys) {
    divided_backward(weights_of_lines(normalizer, of.scores, of.sink), by_weights);
  }
  WideMatrix by_scores = WideMatrix::Zero(of.scores.rows(), of.scores.cols());
  for (const NormalizedLine& cells : lines_of(normalizer, of.scores)) {
    const std::vector<double> unscaled = cells.of(of.scores);
    std::vector<double> scores = unscaled, weights = unscaled;
    const double sink_share = weigh_seen(normalizer, cells.all, of.sink, weights);
    const double factor = factor_of_length(normalizer, scores.size());
    for (double& s : scores) s *= factor;
    WeighedLine line{normalizer, cells.all, scores, weights, cells.of(by_weights)};
    if (of.by_scaled.size() > 0) {
      for (const Cell& cell : cells.cells) {
        line.by_scaled.push_back(of.by_scaled(cell.query, cell.key));
      }
    }
    if (of.sink) {
      line.scores.push_back(*of.sink);
      line.weights.push_back(sink_share);
      line.by.push_back(0);
      if (of.by_scaled.size() > 0) line.by_scaled.push_back(of.by_scaled(cells.row, cells.all));
    }
    if (normalizer.kind->sums_to_one()) {
      weigh_to_one_backward(line);
    } else {
      normalizer.kind->each_backward(line);
    }
    double by_factor = 0;
    for (std::size_t n = 0; n < cells.cells.size(); ++n) {
      by_factor += line.by[n] * unscaled[n];
      by_scores(cells.cells[n].query, cells.cells[n].key) = line.by[n] * factor;
    }
    if (of.sink && of.of_head) of.of_head->add("sink", line.by.back());
    const double logarithm = std::log(static_cast<double>(cells.cells.size()));
    of.of_normalizer.add("length", by_factor * logarithm);
    of.of_normalizer.add("temperature", line.by_temperature);
    of.of_normalizer.add("offset", line.by_offset);
  }
  return by_scores;
}

}  // namespace
}  // namespace attn
