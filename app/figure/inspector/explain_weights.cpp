#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/ties.h"
#include "engine/base/text.h"

namespace attn {
namespace {

bool is_over_column(const ExplainedCell& of) { return of.scene().normalizer.over != Over::kKeys; }

Matrix line_of(const Matrix& m, const ExplainedCell& of) {
  return is_over_column(of) ? Matrix(m.col(of.cell.key).transpose()) : m.row(of.cell.query);
}

/// Weights of the trace; null if it only has results derived from them.
const Matrix* held_weights(const ExplainedCell& of) {
  const bool is_rest = of.is_own() && of.head().subtract;
  if (is_rest || of.scene().normalizer.over == Over::kQueriesThenKeys) return nullptr;
  return &of.numbers().weights;
}

Ties ties_of(const ExplainedCell& of) {
  const PairTrace& numbers = of.numbers();
  return {of.scene(), of.h, of.evaluation.trace, numbers.q, numbers.k, of.pairs};
}

std::optional<float> sink_of(const ExplainedCell& of) {
  return of.is_own() ? of.head().sink : std::nullopt;
}

/// Weights of a line; computed from `scores` if the trace has none.
WideMatrix wide_weights(const Matrix* held, const ExplainedCell& of, const Normalizer& normalizer,
                        const Matrix& scores, std::optional<float> sink) {
  if (held) return line_of(*held, of).cast<double>();
  if (!is_over_column(of)) return normalize(normalizer, scores, sink).cast<double>();
  return normalize_columns(normalizer, scores.transpose()).transpose();
}

/// σ · ln n for the n visible scores of its line; empty without `length`.
std::optional<double> length_factor(const ExplainedCell& of, Index seen) {
  const Normalizer& normalizer = of.scene().normalizer;
  if (!normalizer.length || !takes(*normalizer.kind, "length")) return std::nullopt;
  return static_cast<double>(*normalizer.length) * std::log(static_cast<double>(seen));
}

/// Weights of the row that are then divided by their sum, if columns are normalised first.
WideRow column_shares(const ExplainedCell& of) {
  const Normalizer& normalizer = of.scene().normalizer;
  Matrix scores = of.numbers().scores;
  if (jumps_at_ties(normalizer)) scores = settled_scores(ties_of(of), normalizer, scores);
  return normalize_columns(normalizer, scores).row(of.cell.query);
}

/// Inputs of the words of normalizers.
struct ExplainedWeight {
  const ExplainedCell& of;
  const Normalizer& normalizer;
  const WeightLine& line;
  CellSources from;

  Source whole() const { return line.is_column ? from.column_of_weights() : from.row_of_weights(); }
  Source cell() const { return from.weight(); }
  /// Source of entry `n` of the line.
  Source at(std::size_t n) const {
    const Index place = line.places[n];
    Source source =
        line.is_column ? of.at({place, of.cell.key}).from().weight() : from.weight(place);
    if (line.is_column) source.side = Side::kQuery;
    return source;
  }
  Source sink() const { return from.of_head("sink"); }
  std::string token(std::size_t n) const {
    const Index place = line.places[n];
    return as_words(line.is_column ? of.query_token(place) : of.key_token(place));
  }
  /// "row", "column"
  std::string name() const { return line.is_column ? "column" : "row"; }
  /// Entries of the line.
  std::string_view each() const { return line.is_column ? "query" : "key"; }
  std::string_view all() const { return line.is_column ? "queries" : "keys"; }
  std::string in_ink(const std::string& tex) const {
    return (line.is_column ? "\\query{" : "\\key{") + tex + "}";
  }
  /// Score divided by temperature.
  double by_temperature(double score) const {
    return score == 0 ? 0 : score / static_cast<double>(normalizer.temperature);
  }
};

constexpr int kDecimalsOfT = 4;
constexpr std::string_view kMinusInfinity = "-\\infty";

Sources temperature_control(const CellSources& from) {
  return {from.control("temperature"), from.control("temperature.slider")};
}

/// s · σ · ln n: a score that grows with the number of visible keys.
ExplanationStep length_step(const ExplainedCell& of, Index seen) {
  const CellSources from = of.from();
  const double length = *of.scene().normalizer.length;
  const bool is_column = of.scene().normalizer.over != Over::kKeys;
  ExplanationStep step{.title = "by length", .lead = of.score_name()};
  step.add(step.lead + R"( = \mathrm{length} \cdot \ln n \cdot )" + of.score_name() + " = ",
           {bracketed(length), {from.control("length")}, "the length factor"}, " \\cdot \\ln ");
  step.add({std::to_string(seen),
            {is_column ? from.column_of_weights() : from.row_of_weights()},
            is_column ? "how many queries see this key" : "how many keys this query sees"},
           " \\cdot ");
  step.add({bracketed(of.score()), from.pair(), "the score"}, " = ");
  const double factor = length_factor(of, seen).value_or(1);
  step.result = {step_number(factor * static_cast<double>(of.score())), {from.weight()}};
  return step;
}

/// Appends the limit T = 0: the largest wins; for independent weights the sign decides.
void add_hard(const ExplainedWeight& of, ExplanationStep& step) {
  const bool shares = of.normalizer.kind->sums_to_one();
  step.add({"T = 0", temperature_control(of.from),
            shares ? "at temperature 0 only the largest score counts"
                   : "at temperature 0 only the sign of a score counts"});
  if (!shares) {
    const double score = of.line.own_score();
    step.add("\\text{: the sign of }", {step_number(score), {of.cell()}, "the score"},
             "\\text{ is}\\;");
    step.result = {score > 0 ? "+" : score < 0 ? "-" : "0", {of.cell()}};
    return;
  }
  const double largest = of.line.largest();
  const bool is_sink = of.line.sink == largest;
  const Index tied = of.line.sharing();
  step.add("\\text{: the largest, }",
           {step_number(largest),
            {is_sink ? of.sink() : of.whole()},
            "the largest score of this " + of.name() + (is_sink ? ", the sink's" : "")},
           "\\text{, is}\\;");
  const std::string whose = tied > 1  ? "shared by " + std::to_string(tied)
                            : is_sink ? "that of the sink"
                                      : "alone";
  step.result = {"\\text{" + whose + "}", {of.whole()}};
}

void add_uniform(const ExplainedWeight& of, ExplanationStep& step) {
  const Index seen = of.line.seen();
  step.add({"T = \\infty", temperature_control(of.from),
            "at temperature $\\infty$ scores no longer count"},
           "\\text{:}\\;");
  const std::string all(seen == 1 ? of.each() : of.all());
  step.result = {"\\text{" + std::to_string(seen) + " " + all +
                     (of.line.sink ? " and the sink share equally}"
                      : seen == 1  ? "}"
                                   : " share equally}"),
                 {of.whole()}};
}

/// Step s / T, which divides the score by the temperature. `line` is null if the key is hidden.
ExplanationStep temperature_step(const ExplainedCell& of, const WeightLine* line, double score) {
  const Normalizer& normalizer = of.scene().normalizer;
  const CellSources from = of.from();
  const double T = normalizer.temperature;
  ExplanationStep step{.title = "by temperature"};
  if (line && (T == 0 || (std::isinf(T) && normalizer.kind->sums_to_one()))) {
    const ExplainedWeight told{of, normalizer, *line, from};
    T == 0 ? add_hard(told, step) : add_uniform(told, step);
    return step;
  }
  step.add("\\frac{" + of.score_name() + "}{T} = \\frac{",
           {line ? step_number(score) : std::string(kMinusInfinity), from.pair(), "the score"},
           "}{");
  step.add({std::isinf(T) ? "\\infty" : step_number(T, kDecimalsOfT), temperature_control(from),
            "the temperature: the larger it is, the more alike the weights are"},
           "} = ");
  step.result = {line ? step_number(score / T) : std::string(kMinusInfinity), {from.weight()}};
  return step;
}

/// α-entmax (sparsemax: α = 2): (α − 1) s/T minus a threshold τ, clamped at 0, to a power. τ
/// follows from the largest weight.
void add_threshold(const ExplainedWeight& of, double alpha, ExplanationStep& step) {
  const WeightLine& line = of.line;
  const double T = of.normalizer.temperature;
  const double share = alpha - 1, power = 1 / share;
  const auto top =
      static_cast<std::size_t>(std::ranges::max_element(line.weights) - line.weights.begin());
  const bool is_sink = line.weights[top] < line.sink_weight;
  const double largest = is_sink ? line.sink_weight : line.weights[top];
  const double score = is_sink ? *line.sink : line.scores[top];
  const double z = share * line.own_score() / T;
  const double tau = share * score / T - std::pow(largest, share);
  const bool is_digit = power == std::round(power) && power < 10;
  const std::string exponent = is_digit ? step_number(power) : "{" + step_number(power) + "}";
  const std::string raised = power == 1 ? ")" : std::string(")^") + exponent;
  const bool is_half = share == 0.5;
  const std::string scaled = "\\frac{" + of.of.score_name() + "}{" + (is_half ? "2T" : "T") + "}";
  step.add("\\max(0, " + (share == 1 || is_half ? "" : step_number(share) + " ") + scaled +
           " - \\tau" + raised + " = \\max(0, ");
  step.add({step_number(z),
            {of.cell()},
            share == 1 ? "the score divided by the temperature"
            : is_half  ? "half the score divided by the temperature"
                       : step_number(share) + " times the score divided by the temperature"});
  step.add(" - ",
           {bracketed(tau),
            {of.whole()},
            "the threshold $\\tau$, with which the weights of the " + of.name() + " sum to 1" +
                (line.sink ? ", the sink's too" : "")},
           raised);
}

void add_sparsemax(const ExplainedWeight& of, ExplanationStep& step) { add_threshold(of, 2, step); }
void add_entmax15(const ExplainedWeight& of, ExplanationStep& step) {
  add_threshold(of, 1.5, step);
}
void add_entmax(const ExplainedWeight& of, ExplanationStep& step) {
  add_threshold(of, of.normalizer.alpha, step);
}

constexpr std::size_t kMostKeys = 8;     // maximum number of keys written out in a sum
constexpr std::size_t kLargestKeys = 3;  // of a longer sum: the largest, the shown key, and ⋯

/// Indices of the `sizes` that are written out: all, or, if there are many, the largest and the
/// shown one.
std::vector<std::size_t> written_places(const std::vector<std::size_t>& places, std::size_t shown,
                                        const std::vector<double>& sizes) {
  if (places.size() <= kMostKeys) return places;
  std::vector<std::size_t> written = places;
  std::ranges::partial_sort(written, written.begin() + kLargestKeys, {},
                            [&](std::size_t n) { return std::pair(-sizes[n], n); });
  const auto end = written.begin() + kLargestKeys;
  const bool has_shown = std::find(written.begin(), end, shown) != end;
  written.resize(kLargestKeys);
  if (!has_shown) written.push_back(shown);
  std::ranges::sort(written);
  return written;
}

/// Words of a share of a whole: numerator over denominator, first in formulas, then in numbers.
struct ShareWords {
  std::vector<std::size_t> places;  ///< indices in the denominator
  std::vector<double> amounts;      ///< one for each entry of the line
  std::optional<double> sink_amount{};
  std::string why{};  ///< sentence of each term; empty: its value
};

/// Writes a share: `tex` writes an entry by its index, `sink` is the sink's.
void add_share(const ExplainedWeight& of, const ShareWords& share, const auto& tex,
               const std::string& sink, ExplanationStep& step) {
  const WeightLine& line = of.line;
  double sum = share.sink_amount.value_or(0);
  for (const std::size_t n : share.places) sum += share.amounts[n];
  const auto amount = [](double x) { return fixed_number(x, std::abs(x) < 10 ? 3 : 1); };
  const std::string own_says = "the term of this " + std::string(of.each());
  step.add("\\frac{",
           {of.in_ink(tex(line.own, true)), {of.cell()}, share.why.empty() ? own_says : share.why},
           "}{");
  std::vector<double> sizes;
  for (const double x : share.amounts) sizes.push_back(std::abs(x));
  const std::vector<std::size_t> written = written_places(share.places, line.own, sizes);
  bool is_first = true;
  double rest = sum - share.sink_amount.value_or(0);
  for (const std::size_t n : written) {
    const bool begins = std::exchange(is_first, false);
    rest -= share.amounts[n];
    const std::string one = tex(n, begins);
    step.add(begins ? "" : " + ", {n == line.own ? of.in_ink(one) : one,
                                   {of.at(n)},
                                   share.why.empty() ? "the term of " + of.token(n) : share.why});
  }
  const std::size_t left_out = share.places.size() - written.size();
  if (left_out > 0) {
    step.add(" + ", rest_term(rest, {of.whole()},
                              std::to_string(left_out) + " more " + std::string(of.all()) +
                                  " sum to " + plain_number(rest)));
  }
  if (share.sink_amount) {
    step.add(is_first ? "" : " + ",
             {sink, {of.sink()}, "the sink: it takes a share and has no value"});
  }
  step.add("} = \\frac{", {of.in_ink(amount(share.amounts[line.own])), {of.cell()}, own_says},
           "}{");
  step.add({amount(sum),
            {of.whole()},
            "the sum over all " + std::string(of.all()) + " of the " + of.name() +
                (share.sink_amount ? ", and the sink" : "")},
           "}");
}

/// Indices of the line's entries that are at least `least`.
std::vector<std::size_t> places_from(const WeightLine& line, double least) {
  std::vector<std::size_t> places;
  for (std::size_t n = 0; n < line.scores.size(); ++n) {
    if (line.scores[n] >= least) places.push_back(n);
  }
  return places;
}

/// e^z / Σ e^z over the scores that are at least `least`; the largest is subtracted if plain
/// exponentials would be too large.
void add_exponentials(const ExplainedWeight& of, double least, ExplanationStep& step) {
  const WeightLine& line = of.line;
  const double T = of.normalizer.temperature;
  ShareWords share{.places = places_from(line, least), .amounts = {}};
  const double largest = line.largest() / T;
  constexpr double kPlain = 12;            // largest readable exponent
  constexpr double kLeastExponent = 1e-6;  // smaller ones are written 0: they change no digit
  const double shift = largest > kPlain || largest < -kPlain ? largest : 0;
  for (const double score : line.scores) share.amounts.push_back(std::exp(score / T - shift));
  const auto exponential = [&](double score) {
    const double z = std::abs(score / T) < kLeastExponent ? 0 : score / T;
    return "e^{" + step_number(z) + (shift == 0 ? "" : " - " + bracketed(shift)) + "}";
  };
  if (line.sink && *line.sink >= least) share.sink_amount = std::exp(*line.sink / T - shift);
  if (shift != 0) {
    step.aside = ", the largest score subtracted";
    share.why =
        "the largest score is subtracted from each, so that $e^s$ stays finite: the share is the "
        "same";
  }
  add_share(
      of, share, [&](std::size_t n, bool) { return exponential(line.scores[n]); },
      line.sink ? exponential(*line.sink) + "_{\\text{sink}}" : "", step);
}

void add_softmax(const ExplainedWeight& of, ExplanationStep& step) {
  add_exponentials(of, -std::numeric_limits<double>::infinity(), step);
}

/// Softmax of the k largest, and of ties with the k-th.
void add_top_k(const ExplainedWeight& of, ExplanationStep& step) {
  const WeightLine& line = of.line;
  std::vector<double> sorted = line.scores;
  if (line.sink) sorted.push_back(*line.sink);
  std::ranges::sort(sorted, std::greater<>());
  const auto k = std::min(static_cast<std::size_t>(of.normalizer.k), sorted.size());
  const double least = sorted[k - 1];
  const auto kept =
      static_cast<std::size_t>(std::ranges::count_if(sorted, [&](double s) { return s >= least; }));
  const std::string count = std::to_string(of.normalizer.k);
  if (line.own_score() < least) {
    step.add({"\\text{not among the }" + count + "\\text{ largest:}",
              {of.from.control("k"), of.whole()},
              "only the " + count + " largest scores have weight; the smallest of them is " +
                  plain_number(least)},
             "\\;");
    return;
  }
  add_exponentials(of, least, step);
  const std::string ties = kept > k ? " and those tied with the last" : "";
  step.aside = ", of the " + count + " largest" + ties + step.aside;
}

/// Weight σ(s / T + offset): each key is independent of the others.
void add_sigmoid(const ExplainedWeight& of, ExplanationStep& step) {
  const WeightLine& line = of.line;
  const Normalizer& normalizer = of.normalizer;
  const bool is_hard = normalizer.temperature == 0 && line.own_score() != 0;
  const std::string sign = line.own_score() > 0 ? "\\infty" : "-\\infty";
  step.add(R"(\sigma\left(\frac{)" + of.of.score_name() +
           R"(}{T} + \mathrm{offset}\right) = \sigma()");
  step.add({is_hard ? sign : step_number(of.by_temperature(line.own_score())),
            {of.cell()},
            "the score divided by the temperature"});
  if (normalizer.offset) {
    const double offset = *normalizer.offset;
    step.add(offset < 0 ? " - " : " + ",
             {step_number(std::abs(offset)), {of.from.control("offset")}, "the offset"});
  } else {
    step.add(" - ",
             {"\\ln " + std::to_string(line.all),
              {of.from.control("offset"), of.whole()},
              "the default offset: minus the logarithm of the number of " + std::string(of.all())});
  }
  step.add(")");
}

/// Weight max(0, s / T) / n: each key is independent of the others.
void add_relu(const ExplainedWeight& of, ExplanationStep& step) {
  step.add(R"(\frac{\max(0, )" + of.of.score_name() + R"( / T)}{n} = \frac{\max(0, )",
           {step_number(of.by_temperature(of.line.own_score())),
            {of.cell()},
            "the score divided by the temperature: negative ones count as 0"},
           ")}{");
  step.add({std::to_string(of.line.seen()),
            {of.whole()},
            of.line.is_column ? "how many queries see this key" : "how many keys this query sees"},
           "}");
}

/// s / Σ s.
void add_sum(const ExplainedWeight& of, ExplanationStep& step) {
  const WeightLine& line = of.line;
  double sum = 0;
  for (const double score : line.scores) sum += score;
  if (sum == 0) {
    step.add({"\\text{the sum is }0\\text{:}",
              {of.whole()},
              "if the scores of the " + of.name() + " sum to 0, all weights are 0"},
             "\\;");
    return;
  }
  const std::vector<std::size_t> all = places_from(line, -std::numeric_limits<double>::infinity());
  add_share(
      of, {.places = all, .amounts = line.scores},
      [&](std::size_t n, bool begins) {
        return begins ? step_number(line.scores[n]) : bracketed(line.scores[n]);
      },
      "", step);
}

/// s.
void add_score_itself(const ExplainedWeight& of, ExplanationStep& step) {
  step.add({of.of.score_name(), {of.cell()}, "the score itself, without normalisation"});
}

/// Words of a normalizer, with the scene's numbers.
struct NormalizerWords {
  std::string_view id;
  void (*add)(const ExplainedWeight& of, ExplanationStep& step);
  std::string_view title = {};  ///< title of the step; empty: the kind's label, and the line's name
};
constexpr std::array kNormalizerWords = {
    NormalizerWords{"softmax", add_softmax},
    NormalizerWords{"sparsemax", add_sparsemax},
    NormalizerWords{"entmax15", add_entmax15},
    NormalizerWords{"entmax", add_entmax},
    NormalizerWords{"topk", add_top_k},
    NormalizerWords{"sigmoid", add_sigmoid},
    NormalizerWords{"relu", add_relu},
    NormalizerWords{"sum", add_sum},
    NormalizerWords{"none", add_score_itself, "none: the score itself"},
};

constexpr const char* kColumnShare = R"(\beta_{\query{i}\key{j}})";

/// Appends an equal share of `count` entries, the sink included.
void add_equal_share(const ExplainedWeight& of, Index count, ExplanationStep& step) {
  step.add({"\\frac{1}{" + std::to_string(count) + "}",
            {of.whole()},
            "equal shares" + std::string(of.line.sink_weight > 0 ? ", the sink too" : "")},
           " = ");
}

/// Step over the row or column; without a line if the key is hidden.
ExplanationStep normalizer_step(const ExplainedCell& of, const WeightLine* line,
                                const std::string& name) {
  const Normalizer& normalizer = of.scene().normalizer;
  const NormalizerKind& kind = *normalizer.kind;
  const bool is_column = normalizer.over != Over::kKeys;
  const std::string what = kind.weighs_each_by_itself ? " of the score"
                           : is_column                ? " over the column"
                                                      : " over the row";
  const auto words = std::ranges::find(kNormalizerWords, kind.id, &NormalizerWords::id);
  const bool has_words = words != kNormalizerWords.end();
  ExplanationStep step{
      .title = has_words && !words->title.empty() ? std::string(words->title)
                                                  : within_words(kind.label) + what,
      .lead = name,
      .formula = name + " = ",
      .result = {fixed_number(line ? line->own_weight() : 0), {of.from().weight()}}};
  if (!line) {
    const bool is_masked = of.numbers().is_masked(of.cell.query, of.cell.key);
    step.add({is_masked ? "\\text{masked:}" : "\\text{given as 0:}",
              {of.from().weight()},
              is_masked ? "a hidden key gets no weight" : std::string(kGivenAsZero)},
             "\\;");
    return step;
  }
  const double T = normalizer.temperature;
  const ExplainedWeight told{of, normalizer, *line, of.from()};
  const bool shares = takes(kind, "temperature") && kind.sums_to_one();
  if (shares && T == 0 && line->own_weight() > 0) {
    add_equal_share(told, line->sharing(), step);
  } else if (shares && T == 0) {
    step.add({"\\text{not the largest:}",
              {told.whole()},
              "at temperature 0 only the largest score counts"},
             "\\;");
  } else if (shares && std::isinf(T)) {
    add_equal_share(told, line->seen() + (line->sink ? 1 : 0), step);
  } else if (has_words) {
    words->add(told, step);
    if (!step.formula.ends_with("\\;")) step.add(" = ");
  }
  return step;
}

/// Step that divides by the sum of the row.
ExplanationStep row_sum_step(const ExplainedCell& of) {
  const std::string name = of.weight_name();
  const WideRow shares = column_shares(of);
  const double sum = shares.sum();
  const CellSources from = of.from();
  const double own = shares(of.cell.key);
  ExplanationStep step{.title = "divided by the row's sum",
                       .lead = name,
                       .formula = name + " = ",
                       .result = {fixed_number(sum == 0 ? 0 : own / sum), {from.weight()}}};
  if (sum == 0) {
    step.add(
        {"\\text{the row sums to }0\\text{:}", {from.row_of_weights()}, "a row of zeros stays 0"},
        "\\;");
    return step;
  }
  step.add("\\frac{" + std::string(kColumnShare) + R"(}{\sum_m \beta_{\query{i}m}} = \frac{)",
           {fixed_number(own), {from.weight()}, "this key's share of its column"}, "}{");
  std::vector<Addend> addends;
  std::vector<Index> keys;
  for (Index j = 0; j < shares.size(); ++j) {
    if (of.at({of.cell.query, j}).score() == kMasked) continue;
    addends.push_back({{bracketed_fixed(shares(j)), {from.weight(j)}}, shares(j)});
    keys.push_back(j);
  }
  add_addends(step, std::move(addends), [&](std::size_t n, double) {
    return "the query's share in the column of " + as_words(of.key_token(keys[n]));
  });
  step.add("} = ");
  return step;
}

}  // namespace

double WeightLine::largest() const {
  const double most = *std::ranges::max_element(scores);
  return sink ? std::max(most, *sink) : most;
}

Index WeightLine::sharing() const {
  return std::ranges::count_if(weights, [](double w) { return w > 0; }) + (sink_weight > 0 ? 1 : 0);
}

WeightLine weight_line(const ExplainedCell& of) {
  Normalizer normalizer = of.scene().normalizer;
  const std::optional<float> sink = sink_of(of);
  const Matrix* held = held_weights(of);
  Matrix scores = line_of(of.numbers().scores, of);
  const bool is_column = is_over_column(of);
  // Nonzero weights identify the winners, but not the scores that tie with the k-th or are 0.
  const bool is_told =
      held && !sink && !takes(*normalizer.kind, "k") && normalizer.kind->sums_to_one();
  if (jumps_at_ties(normalizer) && !is_told) {
    const std::span<float> line(scores.data(), static_cast<std::size_t>(scores.size()));
    const Ties ties = ties_of(of);
    is_column ? ties.settle_column(of.cell.key, line) : ties.settle_row(of.cell.query, line);
  }
  normalizer.over = Over::kKeys;  // the line is a row now
  const WideMatrix weights = wide_weights(held, of, normalizer, scores, sink);
  const double factor = length_factor(of, (scores.array() != kMasked).count()).value_or(1);
  WeightLine line{.is_column = is_column, .all = scores.cols()};
  const Index own = is_column ? of.cell.query : of.cell.key;
  for (Index n = 0; n < scores.cols(); ++n) {
    if (scores(0, n) == kMasked) continue;
    if (n == own) line.own = line.places.size();
    line.places.push_back(n);
    line.scores.push_back(static_cast<double>(scores(0, n)) * factor);
    line.weights.push_back(weights(0, n));
  }
  if (sink) {
    line.sink = *sink;
    line.sink_weight = sink_shares(normalizer, scores, *sink)(0);
  }
  return line;
}

void add_weight_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps) {
  const Normalizer& normalizer = of.scene().normalizer;
  const std::string name =
      normalizer.over == Over::kQueriesThenKeys ? kColumnShare : of.weight_name();
  const bool has_temperature = takes(*normalizer.kind, "temperature");
  const bool is_seen = of.score() != kMasked;
  const auto line = is_seen ? std::optional(weight_line(of)) : std::nullopt;
  const WeightLine* told = line ? &*line : nullptr;
  if (line && length_factor(of, line->seen())) {
    for (ExplanationStep& step : steps) {
      if (step.lead == of.score_name()) step.lead.clear();
    }
    steps.push_back(length_step(of, line->seen()));
  }
  if (has_temperature) steps.push_back(temperature_step(of, told, line ? line->own_score() : 0));
  steps.push_back(normalizer_step(of, told, name));
  if (is_seen && normalizer.over == Over::kQueriesThenKeys) {
    steps.back().lead.clear();
    steps.push_back(row_sum_step(of));
  } else if (normalizer.over == Over::kQueriesThenKeys) {
    steps.back().lead = of.weight_name();
    steps.back().formula.replace(0, name.size(), of.weight_name());
  }
}

ExplanationStep subtract_step(const ExplainedCell& of, const std::string& own,
                              const std::string& taken) {
  const CellSources from = of.from();
  const double lambda = of.head().subtract->lambda;
  const ExplainedCell other{of.evaluation, of.h, of.cell, Pairs::kSubtracted};
  ExplanationStep step{
      .title = "the other weight subtracted",
      .lead = R"(\alpha_{\query{i}\key{j}})",
      .result = {fixed_number(of.trace().weights(of.cell.query, of.cell.key)), {from.weight()}}};
  step.add(
      step.lead + " = " + of.weight_name() + R"( - \lambda \cdot )" + other.weight_name() + " = ",
      {own, from.pair(), "the weight of the head's own score"}, " - ");
  step.add({bracketed(lambda),
            {from.of_head("subtract.lambda")},
            "$\\lambda$: the factor of the subtracted weight"},
           " \\cdot ");
  step.add({in_brackets(taken), other.from().pair(), "the weight of the other score"}, " = ");
  return step;
}

}  // namespace attn
