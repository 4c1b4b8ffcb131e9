#include "app/figure/inspector/explain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain_parts.h"
#include "app/figure/inspector/explained_cell.h"
#include "engine/attention/normalize.h"
#include "engine/attention/weight_bounds.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// "1 key", "1.5 keys"
std::string keys_text(double count) {
  const std::string text = brief(count, 2);
  return text + (text == "1" ? " key" : " keys");
}

/// Evenness of the weights over the row's `seen` keys, in words.
std::string entropy_words(const RowVector& weights, Index seen) {
  const double nats = entropy(weights), most = std::log(static_cast<double>(seen));
  const std::string text = "Entropy of this row: " + fixed(nats, 2) + " of " + fixed(most, 2) +
                           " nats, effectively " + keys_text(std::exp(nats));
  if (seen < 2) return text + ".";
  const double share = nats / most;
  // Entropy hardly falls before weights differ visibly: weights 0.15 and 0.19 still give 0.99 of
  // it.
  constexpr double kAlike = 0.005;
  const bool are_alike =
      static_cast<double>(weights.maxCoeff()) < 1 / static_cast<double>(seen) + kAlike;
  return text + (share < 0.01                ? " — hard attention."
                 : share < 0.33              ? " — close to hard attention."
                 : share > 0.99 && are_alike ? " — uniform attention."
                 : share > 0.8               ? " — close to uniform attention."
                                             : ".");
}

/// Text about the sum of a row that need not be 1: the rest goes to the sink.
std::string sum_words(const RowVector& weights, const WeightBounds& bounds) {
  const double sum = weights.cast<double>().sum();
  std::string words = "The weights of this row sum to " + with_minus(fixed(sum, 3));
  if (bounds.row == WeightBounds::Sum::kAtMostOne) {
    words += "; the sink takes " + with_minus(fixed(1 - sum, 3));
  }
  if (bounds.columns_sum_to_one) words += "; the weights of each visible key sum to 1";
  const auto below = (weights.array() < 0).count();
  if (below > 0) words += "; " + std::to_string(below) + (below == 1 ? " is" : " are") + " below 0";
  return words + ".";
}

void summarize(const ExplainedCell& of, Explanation& explanation) {
  const RowVector weights = of.trace().weights.row(of.cell.query);
  const auto seen = (of.trace().scores.row(of.cell.query).array() != kMasked).count();
  const bool has_output = of.trace().v.cols() > 0;
  if (seen == 0) {
    explanation.summary = has_output ? "This query sees no key: its weights and its output are 0."
                                     : "This query sees no key: its weights are 0.";
    return;
  }
  explanation.movement =
      has_output ? movement_words(of) : "The scene has no values, so there is no output.";
  const WeightBounds bounds = weight_bounds(of.scene(), of.h);
  const bool are_shares = bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
  explanation.summary = explanation.movement + " " +
                        (!are_shares          ? sum_words(weights, bounds)
                         : weights.sum() == 0 ? "All weights of this row are 0."
                                              : entropy_words(weights, seen));
}

// Explanation of each part in order.

void tell_raw(const ExplainedCell& of, Explanation& explanation) {
  explanation.steps = explain_score(of);
}

void tell_scores(const ExplainedCell& of, Explanation& explanation) {
  add_shift_steps(of, explanation.steps);
}

/// For a head that subtracts, also explains the subtracted weight, which has a separate score.
void tell_weights(const ExplainedCell& of, Explanation& explanation) {
  std::vector<ExplanationStep>& steps = explanation.steps;
  add_weight_steps(of, steps);
  if (!of.head().subtract) return;
  const ExplainedCell other{of.evaluation, of.h, of.cell, Pairs::kSubtracted};
  std::vector<ExplanationStep> others = explain_score(other);
  add_shift_steps(other, others);
  add_weight_steps(other, others);
  ExplanationStep rest = subtract_step(of, steps.back().result.tex, others.back().result.tex);
  for (ExplanationStep& step : others) {
    if (step.lead != other.weight_name()) step.lead.clear();  // too long for one line
    steps.push_back(std::move(step));
  }
  steps.push_back(std::move(rest));
}

void tell_output(const ExplainedCell& of, Explanation& explanation) {
  if (of.trace().v.cols() > 0) add_output_steps(of, explanation.contributions, explanation.steps);
}

void tell_combined(const ExplainedCell& of, Explanation& explanation) {
  auto step =
      explain_combined(of.evaluation, of.h, of.cell.query, explanation.contributions.column);
  if (step) explanation.steps.push_back(std::move(*step));
}

struct Telling {
  Part part;
  void (*tell)(const ExplainedCell& of, Explanation& explanation);
};
constexpr std::array kTellings = {
    Telling{Part::raw, tell_raw},         Telling{Part::scores, tell_scores},
    Telling{Part::weights, tell_weights}, Telling{Part::head_output, tell_output},
    Telling{Part::output, tell_combined},
};

}  // namespace

double entropy(const RowVector& weights) {
  double nats = 0;
  for (const float w : weights) {
    if (w > 0) nats -= w * std::log(static_cast<double>(w));
  }
  return std::max(0.0, nats);
}

Explanation explain(const Evaluation& evaluation, Index head, Cell cell,
                    std::optional<Index> column) {
  const ExplainedCell of{evaluation, static_cast<std::size_t>(head), cell};
  Explanation explanation;
  explanation.contributions =
      contributions_of(evaluation, of.h, cell, column.value_or(most_moved(of)));
  for (const PartKind& kind : part_kinds()) {
    const auto telling = std::ranges::find(kTellings, kind.part, &Telling::part);
    if (telling != kTellings.end()) telling->tell(of, explanation);
  }
  summarize(of, explanation);
  return explanation;
}

}  // namespace attn
