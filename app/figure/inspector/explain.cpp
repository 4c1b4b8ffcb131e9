#include "app/figure/inspector/explain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/normalize.h"
#include "engine/attention/weight_bounds.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

constexpr std::size_t kMostTold = 4;
constexpr Index kMostFeatures = 4;

std::string by(const std::string& what, const std::string& of) {
  return "\\frac{\\partial " + what + "}{\\partial " + of + "}";
}

/// Given number that raises the weight, with its slope.
struct Raiser {
  std::string name;  ///< name of its table, as controls are named
  Index row = 0, column = 0;
  double slope = 0;
  GradientForm form = GradientForm::kMatrix;
};

/// Sorted by slope, the steepest first. Weights grow as the loss falls: the loss is the negative
/// weight.
std::vector<Raiser> steepest(const SceneSlope& slope) {
  std::vector<Raiser> all;
  for (const PlacedGradient& one : slope.gradients.entries()) {
    std::string name = one.place.substr(1);
    std::ranges::replace(name, '/', '.');
    if (name == "queries.embeddings") name = "queries";
    for (Index i = 0; i < one.numbers.rows(); ++i) {
      for (Index j = 0; j < one.numbers.cols(); ++j) {
        const double by_number = -one.numbers(i, j);
        if (by_number != 0) all.push_back({name, i, j, by_number, one.form});
      }
    }
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(kMostTold, all.size()));
  std::partial_sort(
      all.begin(), all.begin() + count, all.end(),
      [](const Raiser& a, const Raiser& b) { return std::abs(a.slope) > std::abs(b.slope); });
  all.resize(static_cast<std::size_t>(count));
  return all;
}

std::string index_of(const Raiser& raiser) {
  return raiser.form == GradientForm::kRow
             ? std::to_string(raiser.column)
             : std::to_string(raiser.row) + "," + std::to_string(raiser.column);
}

/// "x_{5,1}" in the colour of its token, "W_Q[0, 1]", "temperature".
std::string symbol_of(const ExplainedCell& of, const Raiser& raiser) {
  const auto where = find_named(raiser.name);
  if (!where) {
    const std::size_t dot = raiser.name.rfind('.');
    std::string word = dot == std::string::npos ? raiser.name : raiser.name.substr(dot + 1);
    std::ranges::replace(word, '_', ' ');
    return "\\text{" + word + "}";
  }
  const bool is_query_side =
      where->part == Part::query_embeddings ||
      (where->part == Part::embeddings && !of.scene().queries && raiser.row == of.cell.query);
  if (where->part == Part::embeddings || where->part == Part::query_embeddings) {
    const std::string symbol = "x_{" + index_of(raiser) + "}";
    const bool is_key = where->part == Part::embeddings && raiser.row == of.cell.key;
    return is_query_side ? "\\query{" + symbol + "}" : is_key ? "\\key{" + symbol + "}" : symbol;
  }
  return std::string(part_kind(where->part).symbol) + "[" + index_of(raiser) + "]";
}

/// "One more here raises the weight by 0.32", at the current slope.
std::string says_of(const ExplainedCell& of, const Raiser& raiser) {
  const auto where = find_named(raiser.name);
  std::string whose;
  if (where && where->part == Part::embeddings) whose = of.key_token(raiser.row);
  if (where && where->part == Part::query_embeddings) whose = of.query_token(raiser.row);
  const std::string of_whom = whose.empty() ? "" : " of " + as_words(whose);
  const bool raises = raiser.slope > 0;
  return std::string(raises ? "A little more" : "A little less") + of_whom +
         " raises the weight, at a rate of " + plain_number(std::abs(raiser.slope));
}

Sources sources_of(const ExplainedCell& of, const Raiser& raiser) {
  const bool is_query =
      raiser.name == "queries" ||
      (raiser.name == "embeddings" && !of.scene().queries && raiser.row == of.cell.query);
  const auto where = find_named(raiser.name);
  if (!where) return {{raiser.name, {}, {}, Side::kQuery}};
  return {{raiser.name, raiser.row, raiser.column, is_query ? Side::kQuery : Side::kKey}};
}

double of_matrix(const WideMatrix& numbers, Index i, Index j) {
  return i < numbers.rows() && j < numbers.cols() ? -numbers(i, j) : 0;
}

/// Derivative of the weight by its own score: α (1 − α) / T for a softmax.
ExplanationStep score_step(const ExplainedCell& of, const SceneSlope& slope) {
  const Cell cell = of.cell;
  const Normalizer& normalizer = of.scene().normalizer;
  const WideHead& made = slope.trace.heads[of.h];
  const double rate = of_matrix(slope.by.heads[of.h].scores, cell.query, cell.key);
  ExplanationStep step{.title = "weight by score", .lead = by(of.weight_name(), of.score_name())};
  step.add(step.lead + " = ");
  const bool is_plain = normalizer.kind->is_exponential && normalizer.over == Over::kKeys &&
                        !normalizer.length && !of.head().subtract && normalizer.temperature > 0 &&
                        std::isfinite(normalizer.temperature);
  if (is_plain) {
    const double weight = made.weights(cell.query, cell.key);
    const std::string alpha = of.weight_name();
    const std::string number = step_number(weight, 3), rest = step_number(1 - weight, 3);
    const bool has_temperature = normalizer.temperature != 1;
    const std::string T = step_number(normalizer.temperature, 4);
    const auto over_t = [&](const std::string& top, const std::string& t) {
      return has_temperature ? "\\frac{" + top + "}{" + t + "}" : top;
    };
    step.add(over_t(alpha + " (1 - " + alpha + ")", "T") + " = ",
             {over_t(number + " \\cdot " + rest, T),
              {of.from().weight()},
              "A score changes its weight most if the weight is 0.5"},
             " = ");
  }
  step.result = {step_number(rate, 3), {of.from().weight()}};
  return step;
}

/// Gradient of the weight by the numbers of its query, or of its key.
ExplanationStep vector_step(const ExplainedCell& of, const SceneSlope& slope, bool is_query) {
  const WideHead& by_head = slope.by.heads[of.h];
  const WideMatrix& numbers = is_query ? by_head.q : by_head.k;
  const Index row = is_query ? of.cell.query : of.cell.key;
  ExplanationStep step{
      .title = is_query ? "by the query" : "by the key",
      .lead = by(of.weight_name(), is_query ? R"(\query{\mathbf{q}_i})" : R"(\key{\mathbf{k}_j})")};
  step.add(step.lead + " = ");
  std::string vector = "(";
  const Index told = std::min(numbers.cols(), kMostFeatures);
  for (Index f = 0; f < told; ++f) {
    vector += (f > 0 ? ",\\, " : "") + step_number(of_matrix(numbers, row, f));
  }
  vector += numbers.cols() > told ? ",\\, \\cdots)" : ")";
  step.result = {vector, is_query ? of.from().q() : of.from().k()};
  return step;
}

ExplanationStep raisers_step(const ExplainedCell& of, const SceneSlope& slope) {
  ExplanationStep step{.title = "the numbers that raise it most"};
  const std::vector<Raiser> all = steepest(slope);
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::string number = (all[n].slope > 0 ? "+" : "") + step_number(all[n].slope);
    const ExplanationTerm term{symbol_of(of, all[n]) + "\\colon " + number, sources_of(of, all[n]),
                               says_of(of, all[n])};
    if (n + 1 == all.size()) {
      step.result = term;
    } else {
      step.add(term, ",\\quad ");
    }
  }
  return step;
}

/// "1 key", "1.5 keys"
std::string keys_text(double count) {
  std::string text = fixed(count, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
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

/// Steps from the score of a cell to its weight, before another weight is subtracted.
std::vector<ExplanationStep> steps_to_weight(const ExplainedCell& of) {
  std::vector<ExplanationStep> steps = explain_score(of);
  add_shift_steps(of, steps);
  add_weight_steps(of, steps);
  return steps;
}

/// Appends the steps of the subtracted weight, which has a separate score.
void add_subtracted(const ExplainedCell& of, std::vector<ExplanationStep>& steps) {
  const ExplainedCell other{of.evaluation, of.h, of.cell, Pairs::kSubtracted};
  std::vector<ExplanationStep> others = steps_to_weight(other);
  ExplanationStep rest = subtract_step(of, steps.back().result.tex, others.back().result.tex);
  for (ExplanationStep& step : others) {
    if (step.lead != other.weight_name()) step.lead.clear();  // too long for one line
    steps.push_back(std::move(step));
  }
  steps.push_back(std::move(rest));
}

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
  Explanation explanation{.steps = steps_to_weight(of),
                          .contributions = contributions_of(
                              evaluation, of.h, cell, column.value_or(most_moved_dimension(of)))};
  std::vector<ExplanationStep>& steps = explanation.steps;
  const Contributions& contributions = explanation.contributions;
  if (of.head().subtract) add_subtracted(of, steps);
  if (of.trace().v.cols() > 0) add_output_steps(of, contributions, steps);
  if (auto step = explain_combined(evaluation, of.h, cell.query, contributions.column)) {
    steps.push_back(std::move(*step));
  }
  round_numbers(steps);
  summarize(of, explanation);
  return explanation;
}

Explanation explain_raise(const Evaluation& evaluation, Index head, Cell cell,
                          const SceneSlope& slope) {
  const ExplainedCell of{evaluation, static_cast<std::size_t>(head), cell};
  Explanation explanation;
  const WideHead& by_head = slope.by.heads[of.h];
  explanation.steps.push_back(score_step(of, slope));
  if (by_head.q.rows() > cell.query && by_head.k.rows() > cell.key && by_head.q.cols() > 0) {
    explanation.steps.push_back(vector_step(of, slope, true));
    explanation.steps.push_back(vector_step(of, slope, false));
  }
  if (steepest(slope).empty()) {
    explanation.summary = "No given number changes this weight.";
    round_numbers(explanation.steps);
    return explanation;
  }
  explanation.steps.push_back(raisers_step(of, slope));
  round_numbers(explanation.steps);
  explanation.summary =
      "Slopes at the current numbers: the change of the weight per unit of each number.";
  return explanation;
}

}  // namespace attn
