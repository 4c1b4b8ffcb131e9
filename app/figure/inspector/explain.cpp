#include "app/figure/inspector/explain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/document/json/numbers.h"
#include "app/figure/inspector/explain_combined.h"
#include "app/figure/inspector/explain_output.h"
#include "app/figure/inspector/explain_score.h"
#include "app/figure/inspector/explain_sources.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/shift.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// Of the numbers of a cell's head, and where they come from.
struct CellOfHead {
  const Evaluation& evaluation;
  const Scene& scene;
  std::size_t h;
  const HeadTrace& head;
  Cell cell;
  std::optional<Index> column;  ///< of the output
  CellSources from;

  float score() const { return head.scores(cell.query, cell.key); }
  RowVector scores() const { return head.scores.row(cell.query); }
  RowVector weights() const { return head.weights.row(cell.query); }
  /// How many keys have weight.
  Index sharing() const { return (weights().array() > 0).count(); }
};

Sources temperature_control(const CellSources& from) {
  return {from.control("temperature"), from.control("temperature.slider")};
}

constexpr std::string_view kScore = "s_{\\query{i}\\key{j}}";
constexpr std::string_view kWeight = "\\alpha_{\\query{i}\\key{j}}";
constexpr std::string_view kMinusInfinity = "-\\infty";

/// A score, which may be masked.
std::string score_text(float score) {
  return score == kMasked ? std::string(kMinusInfinity) : step_number(score);
}

/// " + 0.5_{bias}", " - 1.25_{ALiBi}"
void add_shift_term(ExplanationStep& step, double value, const std::string& name, Sources sources,
                    const std::string& says) {
  step.add(value < 0 ? " - " : " + ");
  step.add({step_number(std::abs(value)) + "_{\\text{" + name + "}}", std::move(sources), says});
}

/// What is added to the score before the temperature.
void add_shifts(const CellOfHead& of, ExplanationStep& step) {
  const Scene& scene = of.scene;
  const Cell cell = of.cell;
  if (scene.bias) {
    add_shift_term(step, (**scene.bias)(cell.query, cell.key), "bias",
                   {of.from.of(Part::bias, cell.query, cell.key)}, "the bias of this pair");
  }
  if (const auto slope = scene.position.kind->slope) {
    const auto H = static_cast<Index>(scene.heads.size());
    const auto h = static_cast<Index>(of.h);
    const auto distance = static_cast<double>(std::abs(cell.query - cell.key));
    add_shift_term(step, -slope(scene.position, h, H) * distance, "ALiBi",
                   {of.from.of(Part::slopes, 0, h)}, "the slope of this head times the distance");
  }
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    if (!mask.kind->shift || !mask.sigma) continue;
    WideRow row = WideRow::Zero(scene.key_count());
    mask.kind->shift(mask, cell.query, row);
    add_shift_term(step, row(cell.key), "window",
                   {of.from.control("mask." + std::to_string(n) + ".sigma")},
                   "the window falls off with the distance");
  }
}

/// The masks that hide the cell, by name, and their lines.
ExplanationTerm hiding_masks(const CellOfHead& of) {
  const Scene& scene = of.scene;
  std::string names;
  Sources sources;
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
    mask.kind->hide(mask, seen);
    if (seen(of.cell.query, of.cell.key)) continue;
    names += (names.empty() ? "" : ", ") + std::string(mask.kind->id);
    const std::string line = "mask." + std::to_string(n);
    for (const char* part : {".radius", ".remove"}) sources.push_back(of.from.control(line + part));
  }
  return {"\\text{hidden by " + names + "}", std::move(sources), "a hidden key gets no weight"};
}

/// What bias and masks do, and whether the key is seen; nothing where the scene has neither.
std::optional<ExplanationStep> mask_step(const CellOfHead& of) {
  if (!shifts_scores(of.scene) && of.scene.masks.empty()) return std::nullopt;
  ExplanationStep step{.title = "bias and mask",
                       .lead = std::string(kScore),
                       .formula = std::string(kScore) + " = "};
  step.add(
      {step_number(of.head.raw_scores()(of.cell.query, of.cell.key)), of.from.pair(), "the score"});
  add_shifts(of, step);
  if (of.score() == kMasked) {
    step.add("\\text{, }");
    step.add(hiding_masks(of));
    step.add("\\text{:}\\;");
  } else if (step.terms.size() == 1) {
    step.add("\\text{, not masked:}\\;");
    step.lead.clear();  // how the score came about says more
  } else {
    step.add(" = ");
  }
  step.result = {score_text(of.score()), {of.from.weight()}};
  return step;
}

ExplanationStep temperature_step(const CellOfHead& of) {
  const float T = of.scene.normalizer.temperature;
  const RowVector scores = of.scores();
  const auto seen = (scores.array() != kMasked).count();
  // Scores are told as they were computed; weights know which of them tie.
  const auto tied = of.sharing();
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const Sources slider = temperature_control(of.from);
  ExplanationStep step{.title = "by temperature"};
  if (T == 0 && of.score() != kMasked) {
    step.add({"T = 0", slider, "at temperature 0 only the largest score counts"});
    step.add("\\text{: the largest, }");
    step.add({step_number(scores.maxCoeff()), row, "the largest score of this row"});
    step.add("\\text{, is}\\;");
    step.result = {"\\text{" + (tied > 1 ? "shared by " + std::to_string(tied) : "alone") + "}",
                   row};
  } else if (std::isinf(T) && of.score() != kMasked) {
    step.add({"T = \\infty", slider, "at temperature $\\infty$ scores no longer count"});
    step.add("\\text{:}\\;");
    step.result = {"\\text{" + std::to_string(seen) + (seen == 1 ? " key}" : " keys alike}"), row};
  } else {
    step.add("\\frac{" + std::string(kScore) + "}{T} = \\frac{");
    step.add({score_text(of.score()), of.from.pair(), "the score"});
    step.add("}{");
    step.add({std::isinf(T) ? "\\infty" : step_number(T), slider,
              "the temperature: the larger it is, the more alike the weights are"});
    step.add("} = ");
    const double share = static_cast<double>(of.score()) / T;
    step.result = {of.score() == kMasked ? std::string(kMinusInfinity) : step_number(share), cell};
  }
  return step;
}

/// Sparsemax and 1.5-entmax take a threshold τ off, and cut at 0. τ is read off the largest weight.
void add_threshold(const CellOfHead& of, bool is_entmax, ExplanationStep& step) {
  const RowVector scores = of.scores(), weights = of.weights();
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const double T = of.scene.normalizer.temperature;
  const double share = is_entmax ? 0.5 : 1;
  Index top = 0;
  const double largest = weights.maxCoeff(&top);
  const double z = share * of.score() / T;
  const double tau = share * scores(top) / T - (is_entmax ? std::sqrt(largest) : largest);
  const std::string power = is_entmax ? ")^2" : ")";
  step.add("\\max(0, \\frac{" + std::string(kScore) + "}{" + (is_entmax ? "2T" : "T") +
           "} - \\tau" + power + " = \\max(0, ");
  step.add({step_number(z), cell,
            is_entmax ? "half the score by temperature" : "the score by temperature"});
  step.add(" - ");
  step.add(
      {bracketed(tau), row, "the threshold $\\tau$, with which the weights of the row sum to 1"});
  step.add(power);
}

void add_sparsemax(const CellOfHead& of, ExplanationStep& step) { add_threshold(of, false, step); }
void add_entmax15(const CellOfHead& of, ExplanationStep& step) { add_threshold(of, true, step); }

constexpr std::size_t kMostKeys = 8;     // in a softmax's sum; of more than that
constexpr std::size_t kLargestKeys = 3;  // so many, the one that is shown, and ⋯

/// The keys that are seen, or of many those that count most, and the one that is shown.
std::vector<Index> written_keys(const RowVector& scores, Index shown) {
  std::vector<Index> keys;
  for (Index j = 0; j < scores.size(); ++j) {
    if (scores(j) != kMasked) keys.push_back(j);
  }
  if (keys.size() <= kMostKeys) return keys;
  std::ranges::partial_sort(keys, keys.begin() + kLargestKeys, {},
                            [&](Index j) { return std::pair(-scores(j), j); });
  const auto largest_end = keys.begin() + kLargestKeys;
  const bool has_shown = std::find(keys.begin(), largest_end, shown) != largest_end;
  keys.resize(kLargestKeys);
  if (!has_shown) keys.push_back(shown);
  std::ranges::sort(keys);
  return keys;
}

/// e^z / Σ e^z, written with the largest taken off where the plain exponentials would be too large.
void add_softmax(const CellOfHead& of, ExplanationStep& step) {
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const RowVector scores = of.scores();
  const Eigen::ArrayXd z =
      scores.cast<double>().transpose().array() / of.scene.normalizer.temperature;
  const Index key = of.cell.key;
  const double largest = z.maxCoeff();
  constexpr double kPlain = 12;  // of an exponent that can be looked at
  const double shift = largest > kPlain || largest < -kPlain ? largest : 0;
  const double numerator = std::exp(z(key) - shift);
  const double sum = (z - shift).exp().sum();
  const auto exponential = [&](Index j) {
    const std::string exponent = step_number(z(j)) + (shift == 0 ? "" : " - " + bracketed(shift));
    return "e^{" + exponent + "}";
  };
  if (shift != 0) step.aside = ", the largest score taken off";
  const std::string why = shift == 0 ? ""
                                     : "the largest score is taken off each, so that $e^s$ stays a "
                                       "number: the share is the same";
  const auto amount = [](double x) { return x < 0.1 ? step_number(x) : fixed(x, x < 10 ? 3 : 1); };
  step.add("\\frac{");
  step.add({"\\key{" + exponential(key) + "}", cell,
            why.empty() ? "what this key's score comes to" : why});
  step.add("}{");
  const std::vector<Index> written = written_keys(scores, key);
  bool is_first = true;
  for (const Index j : written) {
    if (!std::exchange(is_first, false)) step.add(" + ");
    const std::string of_key = exponential(j);
    const std::string token = visible_text(of.scene.tokens[static_cast<std::size_t>(j)]);
    step.add({j == key ? "\\key{" + of_key + "}" : of_key,
              {of.from.weight(j)},
              why.empty() ? "what the score of " + as_words(token) + " comes to" : why});
  }
  const auto left_out = (scores.array() != kMasked).count() - std::ssize(written);
  if (left_out > 0) {
    double rest = sum;
    for (const Index j : written) rest -= std::exp(z(j) - shift);
    step.add(" + ");
    step.add({"\\cdots", row,
              std::to_string(left_out) + " more keys come to " + brief(std::max(0.0, rest), 3)});
  }
  step.add("} = \\frac{");
  step.add({"\\key{" + amount(numerator) + "}", cell, "what this key's score comes to"});
  step.add("}{");
  step.add({amount(sum), row, "what all keys of the row come to"});
  step.add("}");
}

/// A normalizer in the scene's numbers.
struct NormalizerWords {
  std::string_view id;
  void (*add)(const CellOfHead& of, ExplanationStep& step);
};
constexpr std::array kNormalizerWords = {
    NormalizerWords{"softmax", add_softmax},
    NormalizerWords{"sparsemax", add_sparsemax},
    NormalizerWords{"entmax15", add_entmax15},
};

ExplanationStep normalizer_step(const CellOfHead& of) {
  const double T = of.scene.normalizer.temperature;
  const Sources row = {of.from.row_of_weights()}, cell = {of.from.weight()};
  const NormalizerKind& kind = *of.scene.normalizer.kind;
  const float weight = of.weights()(of.cell.key);
  ExplanationStep step{.title = std::string(kind.id) + " over the row",
                       .lead = std::string(kWeight),
                       .formula = std::string(kWeight) + " = ",
                       .result = {weight_text(weight), cell}};
  const auto words = std::ranges::find(kNormalizerWords, kind.id, &NormalizerWords::id);
  const auto share_of = [&](Index count) {
    step.add({"\\frac{1}{" + std::to_string(count) + "}", row, "those that count share alike"});
    step.add(" = ");
  };
  if (of.score() == kMasked) {
    step.add({"\\text{masked:}", cell, "a hidden key gets no weight"});
    step.add("\\;");
  } else if (T == 0 && weight > 0) {
    share_of(of.sharing());
  } else if (T == 0) {
    step.add({"\\text{not the largest:}", row, "at temperature 0 only the largest score counts"});
    step.add("\\;");
  } else if (std::isinf(T)) {
    share_of((of.scores().array() != kMasked).count());
  } else if (words != kNormalizerWords.end()) {
    words->add(of, step);
    step.add(" = ");
  }
  return step;
}

/// "1 key", "1.5 keys"
std::string keys_text(double count) {
  const std::string text = brief(count, 2);
  return text + (text == "1" ? " key" : " keys");
}

/// How evenly the row's `seen` keys share its weights.
std::string entropy_words(const RowVector& weights, Index seen) {
  const double nats = entropy(weights), most = std::log(static_cast<double>(seen));
  const std::string text = "Entropy of this row: " + fixed(nats, 2) + " of " + fixed(most, 2) +
                           " nats, as " + keys_text(std::exp(nats));
  if (seen < 2) return text + ".";
  const double share = nats / most;
  return text + (share < 0.01   ? " — hard attention."
                 : share < 0.33 ? " — close to hard attention."
                 : share > 0.99 ? " — uniform attention."
                 : share > 0.8  ? " — close to uniform attention."
                                : ".");
}

void summarize(const CellOfHead& of, Explanation& explanation) {
  const RowVector weights = of.weights();
  const auto seen = (of.scores().array() != kMasked).count();
  if (seen == 0) {
    explanation.summary = "This query sees no key: its weights and its output are 0.";
    return;
  }
  explanation.movement = movement_words(of.scene, of.h, of.head, of.cell);
  explanation.summary = explanation.movement + " " + entropy_words(weights, seen);
}

// What is told of each part on the way.

void tell_raw(const CellOfHead& of, Explanation& explanation) {
  explanation.steps.push_back(explain_score(of.evaluation, of.h, of.cell));
}

void tell_scores(const CellOfHead& of, Explanation& explanation) {
  auto step = mask_step(of);
  if (!step) return;
  if (!step->lead.empty()) explanation.steps.front().lead.clear();  // another score comes of it
  explanation.steps.push_back(std::move(*step));
}

void tell_weights(const CellOfHead& of, Explanation& explanation) {
  explanation.steps.push_back(temperature_step(of));
  explanation.steps.push_back(normalizer_step(of));
}

void tell_output(const CellOfHead& of, Explanation& explanation) {
  const Index column = of.column.value_or(most_moved(of.head, of.cell));
  explanation.contributions = contributions_of(of.head, of.cell, column);
  explanation.steps.push_back(
      explain_output(of.evaluation, of.h, of.cell, explanation.contributions));
}

void tell_combined(const CellOfHead& of, Explanation& explanation) {
  const Index column = explanation.contributions.column;
  auto step = explain_combined(of.evaluation, of.h, of.cell.query, column);
  if (step) explanation.steps.push_back(std::move(*step));
}

struct Telling {
  Part part;
  void (*tell)(const CellOfHead& of, Explanation& explanation);
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

Explanation explain(const Evaluation& evaluation, Index head_index, Cell cell,
                    std::optional<Index> column) {
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(head_index)];
  const auto h = static_cast<std::size_t>(head_index);
  const CellOfHead of{
      evaluation, evaluation.scene, h, head, cell, column, CellSources(evaluation, h, cell)};
  Explanation explanation;
  for (const PartKind& kind : part_kinds()) {
    const auto telling = std::ranges::find(kTellings, kind.part, &Telling::part);
    if (telling != kTellings.end()) telling->tell(of, explanation);
  }
  summarize(of, explanation);
  return explanation;
}

}  // namespace attn
