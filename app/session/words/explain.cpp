#include "app/session/words/explain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/document/json/numbers.h"
#include "app/session/words/explain_output.h"
#include "app/session/words/explain_score.h"
#include "app/session/words/explain_sources.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

/// Of the numbers of a cell's head, and where they come from.
struct CellOfHead {
  const Scene& scene;
  std::size_t h;
  const HeadTrace& head;
  Cell cell;
  CellSources from;

  float score() const { return head.scores(cell.query, cell.key); }
  RowVector scores() const { return head.scores.row(cell.query); }
  RowVector weights() const { return head.weights.row(cell.query); }
  /// How many keys have weight.
  Index sharing() const { return (weights().array() > 0).count(); }
};

Sources temperature_control() { return {control("temperature"), control("temperature.slider")}; }

std::string number(double value) { return step_number(value); }

/// "+ 0.50 bias", "− 1.25 ALiBi"
std::string addend(double value, std::string_view name) {
  return (value < 0 ? "− " : "+ ") + number(std::abs(value)) + " " + std::string(name);
}

/// The masks that hide the cell, by name, and their lines.
ExplanationTerm hiding_masks(const Scene& scene, Cell cell) {
  ExplanationTerm term;
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
    mask.kind->hide(mask, seen);
    if (seen(cell.query, cell.key)) continue;
    term.text += (term.text.empty() ? "hidden by " : ", ") + std::string(mask.kind->id);
    const std::string line = "mask." + std::to_string(n);
    for (const char* part : {".radius", ".remove"}) term.sources.push_back(control(line + part));
  }
  return term;
}

/// What is added to the score before the temperature.
void add_shifts(const CellOfHead& of, ExplanationStep& step) {
  const Scene& scene = of.scene;
  const Cell cell = of.cell;
  if (scene.bias) {
    step.terms.emplace_back(addend((**scene.bias)(cell.query, cell.key), "bias"),
                            Sources{{"bias", cell.query, cell.key, Side::kQuery}});
  }
  if (const auto slope = scene.position.kind->slope) {
    const auto H = static_cast<Index>(scene.heads.size());
    const auto h = static_cast<Index>(of.h);
    const auto distance = static_cast<double>(std::abs(cell.query - cell.key));
    const double fall = -slope(scene.position, h, H) * distance;
    step.terms.emplace_back(addend(fall, "ALiBi"),
                            Sources{{"position.slopes", 0, h, Side::kQuery}});
  }
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    if (!mask.kind->shift || !mask.sigma) continue;
    WideRow row = WideRow::Zero(scene.key_count());
    mask.kind->shift(mask, cell.query, row);
    step.terms.emplace_back(addend(row(cell.key), "window"),
                            Sources{control("mask." + std::to_string(n) + ".sigma")});
  }
}

/// What bias and masks do, and whether the key is seen; nothing where the scene has neither.
std::optional<ExplanationStep> mask_step(const CellOfHead& of) {
  if (!shifts_scores(of.scene) && of.scene.masks.empty()) return std::nullopt;
  ExplanationStep step{"bias and mask", "mask", {}, ""};
  step.terms.emplace_back(number(of.head.raw_scores()(of.cell.query, of.cell.key)), of.from.pair());
  add_shifts(of, step);
  if (of.score() == kMasked) {
    step.terms.push_back(hiding_masks(of.scene, of.cell));
    step.result = {"masked", {of.from.weight()}};
  } else {
    step.result = {"= " + number(of.score()), {of.from.weight()}};
  }
  return step;
}

ExplanationStep temperature_step(const CellOfHead& of) {
  const float T = of.scene.normalizer.temperature;
  const RowVector scores = of.scores();
  const float largest = scores.maxCoeff();
  const auto seen = (scores.array() != kMasked).count();
  // Scores are told as they were computed; weights know which of them tie.
  const auto tied = of.sharing();
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const Sources slider = temperature_control();
  ExplanationStep step{"÷ temperature", "÷ T", {}, ""};
  if (of.score() == kMasked) {
    step.terms = {{"a masked key", cell}, {"has no score", cell}};
    step.result = {"weight 0", cell};
  } else if (T == 0) {
    step.terms = {{"T = 0:", slider},
                  {"only the largest", row},
                  {"score counts,", row},
                  {number(largest), row}};
    step.result = {tied > 1 ? "shared by " + std::to_string(tied) : "hard attention", row};
  } else if (std::isinf(T)) {
    step.terms = {{"T = ∞:", slider}, {"scores no longer", row}, {"count", row}};
    step.result = {std::to_string(seen) + (seen == 1 ? " key" : " keys alike"), row};
  } else {
    step.terms = {{number(of.score()), of.from.pair()}, {"/ " + number(T), slider}};
    step.result = {"= " + number(static_cast<double>(of.score()) / T), cell};
  }
  return step;
}

/// Sparsemax and 1.5-entmax take a threshold τ off, and cut at 0. τ is read off the largest weight.
std::vector<ExplanationTerm> threshold_terms(const CellOfHead& of, bool is_entmax) {
  const RowVector scores = of.scores(), weights = of.weights();
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const double T = of.scene.normalizer.temperature;
  const double share = is_entmax ? 0.5 : 1;
  Index top = 0;
  const double largest = weights.maxCoeff(&top);
  const double z = share * of.score() / T;
  const double tau = share * scores(top) / T - (is_entmax ? std::sqrt(largest) : largest);
  const std::string threshold = "− " + (tau < 0 ? "(" + number(tau) + ")" : number(tau));
  if (weights(of.cell.key) == 0) {
    return {{"max(0, " + number(z), cell}, {threshold + ")", row}, {"τ = " + number(tau), row}};
  }
  if (is_entmax) {
    return {{"(½·s/T − τ)² =", row}, {"(" + number(z), cell}, {threshold + ")²", row}};
  }
  return {{"s/T − τ =", row}, {number(z), cell}, {threshold, row}};
}

/// e^z / Σ e^z, written with the largest taken off where the plain exponentials would not fit a
/// card.
std::vector<ExplanationTerm> softmax_terms(const CellOfHead& of) {
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const Eigen::ArrayXd z =
      of.scores().cast<double>().transpose().array() / of.scene.normalizer.temperature;
  const Index key = of.cell.key;
  const double largest = z.maxCoeff();
  const double shift = largest > 12 || largest < -12 ? largest : 0;
  const double numerator = std::exp(z(key) - shift);
  const double sum = (z - shift).exp().sum();
  const std::string exponent =
      shift == 0 ? number(z(key)) : "(" + number(z(key)) + " − " + number(shift) + ")";
  const auto amount = [](double x) { return x < 0.1 ? brief(x, 2) : fixed(x, x < 10 ? 3 : 1); };
  return {{"e^" + exponent, cell},
          {"/ Σ =", row},
          {amount(numerator), cell},
          {"/ " + amount(sum), row}};
}

std::vector<ExplanationTerm> sparsemax_terms(const CellOfHead& of) {
  return threshold_terms(of, false);
}

std::vector<ExplanationTerm> entmax15_terms(const CellOfHead& of) {
  return threshold_terms(of, true);
}

/// A normalizer in the scene's numbers; one without a row is told by its formula.
struct NormalizerWords {
  std::string_view id;
  std::vector<ExplanationTerm> (*terms)(const CellOfHead& of);
};
constexpr std::array kNormalizerWords = {
    NormalizerWords{"softmax", softmax_terms},
    NormalizerWords{"sparsemax", sparsemax_terms},
    NormalizerWords{"entmax15", entmax15_terms},
};

std::vector<ExplanationTerm> normalizer_terms(const CellOfHead& of) {
  const NormalizerKind& kind = *of.scene.normalizer.kind;
  const auto row = std::ranges::find(kNormalizerWords, kind.id, &NormalizerWords::id);
  if (row != kNormalizerWords.end()) return row->terms(of);
  return {{std::string(kind.formula), Sources{of.from.row_of_weights()}}};
}

ExplanationStep normalizer_step(const CellOfHead& of) {
  const double T = of.scene.normalizer.temperature;
  const RowVector scores = of.scores();
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const std::string name(of.scene.normalizer.kind->id);
  const float weight = of.weights()(of.cell.key);
  ExplanationStep step{name, name, {}, {"= " + weight_text(weight), cell}};
  if (of.score() == kMasked) {
    step.terms = {{"masked", cell}};
  } else if (T == 0) {
    const std::string share = "1 / " + std::to_string(of.sharing());
    step.terms = {{weight > 0 ? share : "not the largest", row}};
  } else if (std::isinf(T)) {
    step.terms = {{"1 / " + std::to_string((scores.array() != kMasked).count()), row}};
  } else {
    step.terms = normalizer_terms(of);
  }
  return step;
}

/// "1 key", "1.5 keys"
std::string keys_text(double count) {
  const std::string text = brief(count, 2);
  return text + (text == "1" ? " key" : " keys");
}

std::string summary_of(const CellOfHead& of) {
  const RowVector weights = of.weights();
  const auto seen = (of.scores().array() != kMasked).count();
  if (seen == 0) return "This query sees no key: its weights and its output are 0.";
  std::string text = movement_words(of.scene, of.h, of.head, of.cell) + " ";
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
  const auto h = static_cast<std::size_t>(head_index);
  const Scene& scene = evaluation.scene;
  const CellOfHead of{scene, h, head, cell, CellSources(scene, h, cell)};
  Explanation explanation;
  explanation.steps.push_back(explain_score(scene, h, head, cell));
  if (auto step = mask_step(of)) explanation.steps.push_back(std::move(*step));
  explanation.steps.push_back(temperature_step(of));
  explanation.steps.push_back(normalizer_step(of));
  explanation.steps.push_back(explain_output(scene, h, head, cell));
  explanation.summary = summary_of(of);
  return explanation;
}

}  // namespace attn
