#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// "1 place before the query", "the query's own place"
std::string place_words(Index steps) {
  const Index distance = std::abs(steps);
  if (distance == 0) return "at the query's own place";
  return counted(distance, "place") + (steps < 0 ? " before" : " after") + " the query";
}

// Name, sources and sentence of a term by distance.

ExplanationTerm alibi_term(const ExplainedCell& of) {
  return {"ALiBi",
          {of.from().of(Part::slopes, 0, static_cast<Index>(of.h))},
          "the slope of this head times the distance"};
}

Index table_column(const ExplainedCell& of) {
  const Position& position = of.scene().position;
  return position.kind->column(position, of.cell.key - of.cell.query);
}
Source table_source(const ExplainedCell& of) {
  return of.from().of(Part::position_table, static_cast<Index>(of.h), table_column(of));
}

ExplanationTerm relative_term(const ExplainedCell& of) {
  const Index steps = of.cell.key - of.cell.query;
  const Index reach = of.scene().position.table->cols() / 2;
  const std::string others = ", as for all that are " + std::to_string(reach) + " or more away";
  return {"relative",
          {table_source(of)},
          "this head's number for a key " + place_words(steps) +
              (std::abs(steps) > reach ? others : "")};
}

ExplanationTerm t5_term(const ExplainedCell& of) {
  const std::string bucket = "bucket " + std::to_string(table_column(of));
  const std::string place = place_words(of.cell.key - of.cell.query);
  return {bucket,
          {table_source(of)},
          "this head's number for " + bucket + ", into which a key falls that is " + place};
}

/// Term by a number of the head itself.
ExplanationTerm own_term(const ExplainedCell& of, const std::string& number) {
  const std::string place = place_words(of.cell.key - of.cell.query);
  return {number, {of.from().of_head(number)}, "this head's " + number + " for a key " + place};
}

using TermOfKind = std::pair<std::string_view, ExplanationTerm (*)(const ExplainedCell& of)>;
constexpr TermOfKind kTermsOfKinds[] = {
    {"alibi", alibi_term}, {"relative", relative_term}, {"t5", t5_term}};

// Reasons why masks hide the cell's key, as the end of a sentence.

std::string later_words(const Mask&, const ExplainedCell&) { return "it comes after the query"; }
std::string padding_words(const Mask&, const ExplainedCell&) { return "it is padding"; }
std::string custom_words(const Mask&, const ExplainedCell&) { return "the pair is not allowed"; }
std::string graph_words(const Mask&, const ExplainedCell& of) {
  return of.cell.query == of.cell.key ? "a token sees itself only by an edge"
                                      : "no edge leads from it to the query";
}
std::string window_words(const Mask& mask, const ExplainedCell& of) {
  const Index distance = std::abs(of.cell.query - of.cell.key);
  const Index reach = static_cast<Index>(mask.dilation) * mask.radius;
  std::string words = "it is " + std::to_string(distance) + " away, ";
  words += distance > reach ? "more than " + std::to_string(reach)
                            : "no multiple of " + std::to_string(mask.dilation);
  if (mask.sinks == 0) return words;
  return words + ", and not among the first " + std::to_string(mask.sinks);
}
std::string prefix_words(const Mask& mask, const ExplainedCell&) {
  return "it comes after the query, and not in the prefix of " + std::to_string(mask.length);
}
std::string segment_words(const Mask& mask, const ExplainedCell& of) {
  const std::vector<int>& keys = *mask.ids;
  const std::vector<int>& queries = mask.query_ids ? **mask.query_ids : keys;
  return "its segment is " + std::to_string(keys[static_cast<std::size_t>(of.cell.key)]) +
         ", the query's is " + std::to_string(queries[static_cast<std::size_t>(of.cell.query)]);
}
std::string strided_words(const Mask& mask, const ExplainedCell& of) {
  if (of.cell.key > of.cell.query) return "it comes after the query";
  return "it is " + std::to_string(of.cell.query - of.cell.key) +
         " before the query, neither less than " + std::to_string(mask.stride) +
         " nor a multiple of it";
}

struct MaskWords {
  std::string_view id;
  std::string (*why)(const Mask& mask, const ExplainedCell& of);
};
constexpr std::array kMaskWords = {
    MaskWords{"causal", later_words},     MaskWords{"padding", padding_words},
    MaskWords{"window", window_words},    MaskWords{"custom", custom_words},
    MaskWords{"graph", graph_words},      MaskWords{"prefix", prefix_words},
    MaskWords{"segments", segment_words}, MaskWords{"strided", strided_words},
};

/// Appends " + 0.5_{bias}", " - 1.25_{ALiBi}"; `term` has the name.
void add_shift_term(ExplanationStep& step, double value, ExplanationTerm term) {
  term.tex = step_number(std::abs(value)) + "_{\\text{" + term.tex + "}}";
  step.add(value < 0 ? " - " : " + ", std::move(term));
}

void add_distance_terms(const ExplainedCell& of, ExplanationStep& step) {
  for (const auto& term : distance_terms(of.scene(), of.h, of.cell.key - of.cell.query)) {
    const auto row = std::ranges::find(kTermsOfKinds, term.id, &TermOfKind::first);
    const bool is_of_kind = row != std::end(kTermsOfKinds);
    add_shift_term(step, term.value,
                   is_of_kind ? row->second(of) : own_term(of, std::string(term.id)));
  }
}

/// Appends the addends of the score before the temperature.
void add_shifts(const ExplainedCell& of, ExplanationStep& step) {
  const Scene& scene = of.scene();
  const Cell cell = of.cell;
  if (scene.bias) {
    add_shift_term(
        step, (**scene.bias)(cell.query, cell.key),
        {"bias", {of.from().of(Part::bias, cell.query, cell.key)}, "the bias of this pair"});
  }
  add_distance_terms(of, step);
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    if (!mask.kind->shift || !mask.sigma) continue;
    WideRow row = WideRow::Zero(scene.key_count());
    mask.kind->shift(mask, cell.query, row);
    add_shift_term(step, row(cell.key),
                   {"window",
                    {of.from().control("mask." + std::to_string(n) + ".sigma")},
                    "the window falls off with the distance"});
  }
}

/// Names of the masks that hide the cell, their lines, and the reason.
ExplanationTerm hiding_masks(const ExplainedCell& of) {
  const Scene& scene = of.scene();
  std::string names, why;
  Sources sources;
  const auto hide = [&](std::string_view name, const std::string& because) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    why += (why.empty() ? "" : "; ") + because;
  };
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
    mask.kind->hide(mask, seen);
    if (seen(of.cell.query, of.cell.key)) continue;
    const auto words = std::ranges::find(kMaskWords, mask.kind->id, &MaskWords::id);
    hide(mask.kind->id, words == kMaskWords.end() ? "" : words->why(mask, of));
    const std::string line = "mask." + std::to_string(n);
    for (const char* part : {".radius", ".remove"})
      sources.push_back(of.from().control(line + part));
  }
  if (names.empty() && scene.score.null == NoScore::kZero) {
    return {"\\text{weight given as 0}",
            {of.from().of(Part::given_scores, of.cell.query, of.cell.key)},
            std::string(kGivenAsZero)};
  }
  if (has_given_scores(scene.score) &&
      of.numbers().raw_scores()(of.cell.query, of.cell.key) == kMasked) {
    hide("given scores", "no score is given for the pair");
    sources.push_back(of.from().of(Part::given_scores, of.cell.query, of.cell.key));
  }
  return {"\\text{hidden by " + names + "}", std::move(sources),
          "a hidden key gets no weight: " + as_words(of.key_token()) + " is not seen, as " + why};
}

/// Returns whether the head's own scores have a forget gate: for keys before the query.
bool forgets(const ExplainedCell& of) {
  return of.is_own() && of.head().w_f && of.cell.key < of.cell.query;
}

double log_of_gate(double open) {
  return std::min(open, 0.0) - std::log1p(std::exp(-std::abs(open)));
}

/// Step of the forget gates of the tokens after the key, up to the query.
ExplanationStep forget_step(const ExplainedCell& of, double& sum) {
  const Head& head = of.head();
  const Matrix& x = of.evaluation.trace.x;
  const CellSources from = of.from();
  ExplanationStep step{.title = "forget gates from the key to the query"};
  step.add(
      R"(f = \sum_{m = \key{j} + 1}^{\query{i}} \ln \sigma(\mathbf{x}_m \cdot \mathbf{w}_\mathrm{F})" +
      std::string(head.b_f ? R"( + b_\mathrm{F})" : "") + ") = ");
  std::vector<Addend> addends;
  sum = 0;
  for (Index m = of.cell.key + 1; m <= of.cell.query; ++m) {
    const double open = x.row(m).cast<double>().dot((**head.w_f).cast<double>()) +
                        static_cast<double>(head.b_f.value_or(0.0F));
    const double value = log_of_gate(open);
    sum += value;
    Sources sources = from.x(m);
    sources.push_back(from.of(Part::w_f));
    addends.push_back({{R"(\ln \sigma()" + step_number(open) + ")", std::move(sources)}, value});
  }
  add_addends(step, std::move(addends), [&](std::size_t n, double value) {
    const Index m = of.cell.key + 1 + static_cast<Index>(n);
    return "the gate of " + as_words(of.key_token(m)) + " lets " + plain_number(std::exp(value)) +
           " through";
  });
  step.add(" = ");
  step.result = {step_number(sum), {from.of(Part::w_f)}};
  return step;
}

/// Appends the factor γ^|i − j|, after putting the sum from `begin` on in brackets.
void add_decay(const ExplainedCell& of, std::size_t begin, ExplanationStep& step) {
  if (!of.is_own() || !of.head().decay) return;
  const Index distance = std::abs(of.cell.query - of.cell.key);
  if (step.terms.size() > 1) {
    step.formula.insert(begin, "(");
    step.add(")");
  }
  step.add(" \\cdot ", {base_of_power(*of.head().decay) + "^{" + std::to_string(distance) + "}",
                        {of.from().of_head("decay")},
                        "the score decays with each step of the distance, which is " +
                            std::to_string(distance)});
}

}  // namespace

void add_shift_steps(const ExplainedCell& of, std::vector<ExplanationStep>& steps) {
  const bool is_hidden = of.score() == kMasked;
  double forgotten = 0;
  ExplanationStep step{
      .title = "bias and mask", .lead = of.score_name(), .formula = of.score_name() + " = "};
  const std::size_t begin = step.formula.size();
  const float raw = of.numbers().raw_scores()(of.cell.query, of.cell.key);
  const std::string score = raw == kMasked ? "-\\infty" : step_number(raw);
  step.add({score, of.from().pair(), "the score"});
  add_shifts(of, step);
  if (forgets(of)) {
    steps.push_back(forget_step(of, forgotten));
    add_shift_term(step, forgotten,
                   {"forget gates",
                    {of.from().of(Part::w_f)},
                    "the sum of the gates from the key to the query"});
  }
  add_decay(of, begin, step);
  const bool is_alone = step.terms.size() == 1;
  if (is_alone && of.scene().masks.empty() && !is_hidden) return;
  if (is_hidden) {
    step.add("\\text{, }", hiding_masks(of), "\\text{:}\\;");
  } else if (is_alone) {
    step.add("\\text{, not masked:}\\;");
    step.lead.clear();  // the steps of the score already show this
  } else {
    step.add(" = ");
  }
  step.result = {is_hidden ? "-\\infty" : step_number(of.score()), {of.from().weight()}};
  if (!step.lead.empty()) {  // changes the score
    for (ExplanationStep& earlier : steps) {
      if (earlier.lead == step.lead) earlier.lead.clear();
    }
  }
  steps.push_back(std::move(step));
}

}  // namespace attn
