#include "app/figure/inspector/explain_raise.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/addends.h"
#include "app/figure/inspector/explained_cell.h"
#include "engine/attention/normalize.h"
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
    const std::string T = step_number(normalizer.temperature);
    const auto over_t = [&](const std::string& top, const std::string& t) {
      return has_temperature ? "\\frac{" + top + "}{" + t + "}" : top;
    };
    step.add(over_t(alpha + " (1 - " + alpha + ")", "T") + " = ");
    step.add({over_t(number + " \\cdot " + rest, T),
              {of.from().weight()},
              "A score changes its weight most if the weight is 0.5"});
    step.add(" = ");
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
      step.add(term);
      step.add(",\\quad ");
    }
  }
  return step;
}

}  // namespace

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
    return explanation;
  }
  explanation.steps.push_back(raisers_step(of, slope));
  explanation.summary =
      "Slopes at the current numbers: the change of the weight per unit of each number.";
  return explanation;
}

}  // namespace attn
