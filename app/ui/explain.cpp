#include "app/ui/explain.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/document/numbers.h"
#include "engine/normalize.h"
#include "engine/score.h"

namespace attn::ui {
namespace {

constexpr std::size_t kMostTerms = 6;  // more fold to the largest and the rest
constexpr Index kMostFeatures = 3;     // of a value that is written as a vector

/// Numbers of a step: two decimals where that says enough.
std::string number(double value) {
  const double size = std::abs(value);
  if (value == 0 || (size >= 0.01 && size < 1e5)) return fixed(value, 2);
  return brief(value, 3);
}

std::string weight_text(double weight) {
  return weight > 0 && weight < 0.0005 ? brief(weight, 2) : fixed(weight, 3);
}

/// Factors as they stand in the scene; negative ones in parentheses where they come second.
std::string product_text(float a, float b) {
  const std::string right = b < 0 ? "(" + brief(b, 3) + ")" : brief(b, 3);
  return brief(a, 3) + "·" + right;
}

std::string after_plus(const std::string& term, bool first) { return first ? term : "+ " + term; }

/// q · k term by term, the largest first to be kept where there are many.
std::vector<std::string> dot_terms(const RowVector& q, const RowVector& k) {
  std::vector<Index> order(static_cast<std::size_t>(q.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const bool folds = order.size() > kMostTerms;
  if (folds) {
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return std::abs(q(a) * k(a)) > std::abs(q(b) * k(b));
    });
    order.resize(kMostTerms - 2);
    std::sort(order.begin(), order.end());
  }
  std::vector<std::string> terms;
  double kept = 0;
  for (const Index j : order) {
    terms.push_back(after_plus(product_text(q(j), k(j)), terms.empty()));
    kept += static_cast<double>(q(j)) * k(j);
  }
  if (folds) {
    const double whole = q.cast<double>().dot(k.cast<double>());
    const auto rest = static_cast<std::size_t>(q.size()) - order.size();
    terms.push_back("+ " + std::to_string(rest) + " more: " + number(whole - kept));
  }
  return terms;
}

ExplanationStep score_step(const Evaluation& evaluation, const HeadTrace& head, Cell cell) {
  const Scene& scene = evaluation.scene;
  const ScoreKind& kind = *scene.score.kind;
  const float score = head.scores(cell.query, cell.key);
  const float raw = head.raw_scores()(cell.query, cell.key);
  ExplanationStep step{"score", "score", {}, ""};
  const bool is_dot = kind.id == "dot" || kind.id == "scaled_dot";
  if (is_dot) {
    const RowVector q = head.q.row(cell.query), k = head.k.row(cell.key);
    const double dot = q.cast<double>().dot(k.cast<double>());
    step.terms.push_back("q · k =");
    for (std::string& term : dot_terms(q, k)) step.terms.push_back(std::move(term));
    if (kind.id == "scaled_dot") {
      step.terms.push_back("= " + number(dot));
      step.result = "÷ √" + std::to_string(q.size()) + " = " + number(raw);
    } else if (scene.score.scale != 1) {
      step.terms.push_back("= " + number(dot));
      step.result = "× " + brief(scene.score.scale, 3) + " = " + number(raw);
    } else {
      step.result = "= " + number(raw);
    }
  } else {
    step.terms = {std::string(kind.formula)};
    step.result = "= " + number(raw);
  }
  if (score == kMasked) {
    step.result += ", masked";
  } else if (score != raw) {
    step.result += " → " + number(score) + " with bias";
  }
  return step;
}

ExplanationStep temperature_step(const Scene& scene, const RowVector& scores, Index key) {
  const float T = scene.normalizer.temperature;
  const float score = scores(key);
  const float largest = scores.maxCoeff();
  const auto seen = (scores.array() != kMasked).count();
  const auto tied = (scores.array() == largest).count();
  ExplanationStep step{"÷ temperature", "÷ T", {}, ""};
  if (score == kMasked) {
    step.terms = {"a masked key", "has no score"};
    step.result = "weight 0";
  } else if (T == 0) {
    step.terms = {"T = 0:", "only the largest", "score counts,", number(largest)};
    step.result = tied > 1 ? "shared by " + std::to_string(tied) : "hard attention";
  } else if (std::isinf(T)) {
    step.terms = {"T = ∞:", "scores no longer", "count"};
    step.result = std::to_string(seen) + (seen == 1 ? " key" : " keys alike");
  } else {
    step.terms = {number(score) + " / " + number(T)};
    step.result = "= " + number(static_cast<double>(score) / T);
  }
  return step;
}

ExplanationStep normalizer_step(const Scene& scene, const RowVector& scores,
                                const RowVector& weights, Index key) {
  const double T = scene.normalizer.temperature;
  const std::string name(scene.normalizer.kind->id);
  ExplanationStep step{name, name, {}, "= " + weight_text(weights(key))};
  if (scores(key) == kMasked) {
    step.terms = {"masked"};
  } else if (T == 0) {
    const bool wins = scores(key) == scores.maxCoeff();
    const auto tied = (scores.array() == scores.maxCoeff()).count();
    step.terms = {wins ? "1 / " + std::to_string(tied) : "not the largest"};
  } else if (std::isinf(T)) {
    step.terms = {"1 / " + std::to_string((scores.array() != kMasked).count())};
  } else if (scene.normalizer.kind->id == "softmax") {
    const Eigen::ArrayXd z = scores.cast<double>().transpose().array() / T;
    // Written with the largest taken off where the plain exponentials would not fit a card.
    const double largest = z.maxCoeff();
    const double shift = largest > 12 || largest < -12 ? largest : 0;
    const double numerator = std::exp(z(key) - shift);
    const double sum = (z - shift).exp().sum();
    const std::string exponent =
        shift == 0 ? number(z(key)) : "(" + number(z(key)) + " − " + number(shift) + ")";
    const auto amount = [](double x) { return x < 0.1 ? brief(x, 2) : fixed(x, x < 10 ? 3 : 1); };
    step.terms = {"e^" + exponent + " / Σ =", amount(numerator), "/ " + amount(sum)};
  } else {
    step.terms = {std::string(scene.normalizer.kind->formula)};
  }
  return step;
}

std::string vector_text(const RowVector& vector) {
  if (vector.size() == 1) return brief(vector(0), 3);
  std::string text = "(";
  for (Index j = 0; j < std::min(vector.size(), kMostFeatures); ++j) {
    text += (j > 0 ? ", " : "") + brief(vector(j), 3);
  }
  return text + (vector.size() > kMostFeatures ? ", …)" : ")");
}

ExplanationStep contribution_step(const HeadTrace& head, Cell cell) {
  const RowVector value = head.v.row(cell.key);
  const float weight = head.weights(cell.query, cell.key);
  ExplanationStep step{"contribution to output", "output", {}, ""};
  step.terms = {weight_text(weight) + " × " + vector_text(value),
                "= " + vector_text(weight * value)};
  step.result = "output = " + vector_text(head.output.row(cell.query));
  return step;
}

std::string percent(double share) {
  const double hundredths = share * 100;
  return (hundredths > 0 && hundredths < 1 ? "under 1" : fixed(hundredths, 0)) + "%";
}

std::string summary_of(const Scene& scene, const HeadTrace& head, Cell cell) {
  const RowVector weights = head.weights.row(cell.query);
  const auto seen = (head.scores.row(cell.query).array() != kMasked).count();
  if (seen == 0) return "This query sees no key: its weights and its output are 0.";
  const Eigen::VectorXf sizes = weights.transpose().array() * head.v.rowwise().norm().array();
  const double whole = sizes.sum();
  std::string text;
  if (whole > 0) {
    text = scene.tokens[static_cast<std::size_t>(cell.key)] + " carries " +
           percent(sizes(cell.key) / whole) + " of the output. ";
  }
  const double nats = entropy(weights), most = std::log(static_cast<double>(seen));
  text += "Entropy of this row: " + fixed(nats, 2) + " of " + fixed(most, 2) + " nats";
  if (seen < 2) return text + ".";
  const double share = nats / most;
  return text + (share < 0.01   ? " — hard attention."
                 : share < 0.33 ? " — close to hard attention."
                 : share > 0.99 ? " — uniform attention."
                 : share > 0.8  ? " — close to uniform attention."
                                : ".");
}

}  // namespace

double entropy(const RowVector& weights) {
  double nats = 0;
  for (const float w : weights) {
    if (w > 0) nats -= w * std::log(static_cast<double>(w));
  }
  return std::max(0.0, nats);
}

Explanation explain(const Evaluation& evaluation, Index head_index, Cell cell) {
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(head_index)];
  const RowVector scores = head.scores.row(cell.query);
  const RowVector weights = head.weights.row(cell.query);
  return {
      {score_step(evaluation, head, cell), temperature_step(evaluation.scene, scores, cell.key),
       normalizer_step(evaluation.scene, scores, weights, cell.key), contribution_step(head, cell)},
      summary_of(evaluation.scene, head, cell)};
}

}  // namespace attn::ui
