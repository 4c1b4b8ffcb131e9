#include "app/ui/explain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/document/numbers.h"
#include "app/ui/explain_score.h"
#include "engine/mask.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/shift.h"

namespace attn::ui {
namespace {

constexpr Index kMostFeatures = 3;  // of a value that is written as a vector

std::string number(double value) { return step_number(value); }

std::string weight_text(double weight) {
  return weight > 0 && weight < 0.0005 ? brief(weight, 2) : fixed(weight, 3);
}

/// "+ 0.50 bias", "− 1.25 ALiBi"
std::string addend(double value, std::string_view name) {
  return (value < 0 ? "− " : "+ ") + number(std::abs(value)) + " " + std::string(name);
}

/// The labels of the masks that hide the cell.
std::string hiding_masks(const Scene& scene, Cell cell) {
  std::string names;
  for (const Mask& mask : scene.masks) {
    BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
    mask.kind->hide(mask, seen);
    if (seen(cell.query, cell.key)) continue;
    names += (names.empty() ? "" : ", ") + std::string(mask.kind->id);
  }
  return names;
}

/// What is added to a(q, k) before the temperature, and whether the key is seen; nothing where the
/// scene has neither.
std::optional<ExplanationStep> mask_step(const Scene& scene, std::size_t h, const HeadTrace& head,
                                         Cell cell) {
  if (!shifts_scores(scene) && scene.masks.empty()) return std::nullopt;
  const float score = head.scores(cell.query, cell.key);
  ExplanationStep step{"bias and mask", "mask", {}, ""};
  step.terms.push_back(number(head.raw_scores()(cell.query, cell.key)));
  if (scene.bias) {
    step.terms.push_back(addend((**scene.bias)(cell.query, cell.key), "bias"));
  }
  if (const auto slope = scene.position.kind->slope) {
    const auto H = static_cast<Index>(scene.heads.size());
    const auto distance = static_cast<double>(std::abs(cell.query - cell.key));
    const double fall = -slope(scene.position, static_cast<Index>(h), H) * distance;
    step.terms.push_back(addend(fall, "ALiBi"));
  }
  for (const Mask& mask : scene.masks) {
    if (!mask.kind->shift || !mask.sigma) continue;
    WideRow row = WideRow::Zero(scene.key_count());
    mask.kind->shift(mask, cell.query, row);
    step.terms.push_back(addend(row(cell.key), "window"));
  }
  if (score == kMasked) {
    step.terms.push_back("hidden by " + hiding_masks(scene, cell));
    step.result = "masked";
  } else {
    step.result = "= " + number(score);
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

/// Sparsemax and entmax take a threshold τ off, and cut at 0. τ is read off the largest weight.
std::vector<std::string> threshold_terms(const Scene& scene, const RowVector& scores,
                                         const RowVector& weights, Index key) {
  const double T = scene.normalizer.temperature;
  const bool is_entmax = scene.normalizer.kind->id == "entmax15";
  if (!is_entmax && scene.normalizer.kind->id != "sparsemax") {
    return {std::string(scene.normalizer.kind->formula)};
  }
  const double share = is_entmax ? 0.5 : 1;
  Index top = 0;
  const double largest = weights.maxCoeff(&top);
  const double z = share * scores(key) / T;
  const double tau = share * scores(top) / T - (is_entmax ? std::sqrt(largest) : largest);
  const std::string threshold = tau < 0 ? "(" + number(tau) + ")" : number(tau);
  const std::string difference = number(z) + " − " + threshold;
  if (weights(key) == 0) return {"max(0,", difference + ")", "τ = " + number(tau)};
  if (is_entmax) return {"(½z − τ)² =", "(" + difference + ")²"};
  return {"z − τ =", difference};
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
    step.terms = threshold_terms(scene, scores, weights, key);
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

/// "1 key", "1.5 keys"
std::string keys_text(double count) {
  const std::string text = brief(count, 2);
  return text + (text == "1" ? " key" : " keys");
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
  text += "Entropy of this row: " + fixed(nats, 2) + " of " + fixed(most, 2) + " nats, as " +
          keys_text(std::exp(nats));
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
  const auto h = static_cast<std::size_t>(head_index);
  Explanation explanation;
  explanation.steps.push_back(explain_score(evaluation.scene, h, head, cell));
  if (auto step = mask_step(evaluation.scene, h, head, cell)) {
    explanation.steps.push_back(std::move(*step));
  }
  explanation.steps.push_back(temperature_step(evaluation.scene, scores, cell.key));
  explanation.steps.push_back(normalizer_step(evaluation.scene, scores, weights, cell.key));
  explanation.steps.push_back(contribution_step(head, cell));
  explanation.summary = summary_of(evaluation.scene, head, cell);
  return explanation;
}

}  // namespace attn::ui
