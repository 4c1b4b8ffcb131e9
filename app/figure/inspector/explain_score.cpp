#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/lookup.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Inputs of an explainer, and the dimension of the largest addend.
struct ExplainedPair {
  const ExplainedCell& of;
  const Scene& scene;
  const Head& weights;  ///< weights of the queries and of the score
  RowVector q, k;
  CellSources from;
  Index largest = 0;

  /// Appends `addend(j)` for each dimension j.
  void add_each(ExplanationStep& step, const auto& addend, const SaysOfAddend& says = {}) {
    std::vector<Addend> addends;
    double most = -1;
    for (Index j = 0; j < k.size(); ++j) {
      addends.push_back(addend(j));
      const double size = std::abs(addends.back().value);
      if (size > most) most = size, largest = j;
    }
    add_addends(step, std::move(addends), says);
  }
};

std::string query_number(double value) { return "\\query{" + bracketed(value) + "}"; }
std::string key_number(double value) { return "\\key{" + bracketed(value) + "}"; }

/// "$q_1$ of Book times $k_1$ of Reads adds 6 to the score": with x if q and k are the inputs.
std::string product_says(const ExplainedPair& pair, Index j, double value) {
  const Head& keys = pair.scene.heads[keys_head(pair.scene, pair.of.h)];
  const bool is_plain =
      pair.of.is_own() && pair.scene.position.kind->does_nothing() && !has_norm(pair.scene.score);
  const auto name = [&](const char* projected, bool is_made) {
    const std::string symbol = is_plain && !is_made ? "x" : projected;
    return "$" + symbol + "_{" + std::to_string(j) + "}$";
  };
  return name("\\query{q}", pair.weights.w_q || pair.weights.b_q) + " of " +
         as_words(pair.of.query_token()) + " times " + name("\\key{k}", keys.w_k || keys.b_k) +
         " of " + as_words(pair.of.key_token()) + " " + adds_words(value, "the score");
}

/// "dimension 2 adds 0.46 to the score"
std::string dimension_says(Index j, double value, const char* sum = "the score") {
  return "dimension " + std::to_string(j) + " " + adds_words(value, sum);
}

/// Appends q_j · k_j for each feature j.
void add_products(ExplainedPair& pair, ExplanationStep& step) {
  pair.add_each(
      step,
      [&](Index j) -> Addend {
        return {{query_number(pair.q(j)) + " \\cdot " + key_number(pair.k(j)), pair.from.pair(j)},
                static_cast<double>(pair.q(j)) * pair.k(j)};
      },
      [&](std::size_t j, double value) {
        return product_says(pair, static_cast<Index>(j), value);
      });
}

double length(const RowVector& a) { return a.cast<double>().norm(); }

/// Nonlinearity of an `additive` score.
struct BendWords {
  Bend bend;
  std::string_view tex;  ///< formula of the function
  std::string_view says;
  double (*value)(double x);
};
double tanh_of(double x) { return std::tanh(x); }
double leaky_relu_of(double x) { return x > 0 ? x : 0.2 * x; }
constexpr BendWords kBendWords[] = {
    {Bend::kTanh, "\\tanh", "", tanh_of},
    {Bend::kLeakyRelu, "\\operatorname{LeakyReLU}", ": negative sums are multiplied by 0.2",
     leaky_relu_of},
};

const BendWords& bend_words(const Score& score) {
  return *std::ranges::find(kBendWords, score.bend, &BendWords::bend);
}

/// Formula of the kind with `name`, without a scale of 1 and without an absent matrix.
std::string formula_of(const ExplainedPair& pair, const std::string& name) {
  std::string tex(pair.scene.score.kind->formula);
  const auto leave_out = [&](std::string_view part) { replace_all(tex, part, ""); };
  if (pair.scene.score.scale == 1) leave_out(R"(\mathrm{scale} \cdot )");
  if (!pair.weights.w_a) leave_out(R"( \mathbf{W}_\mathrm{A})");
  replace_all(tex, kBendWords[0].tex, bend_words(pair.scene.score).tex);
  replace_all(tex, R"(s_{\query{i}\key{j}})", name);
  if (!pair.of.is_own()) {
    replace_all(tex, R"(\mathbf{q}_i)", R"(\mathbf{q}_{2,i})");
    replace_all(tex, R"(\mathbf{k}_j)", R"(\mathbf{k}_{2,j})");
  }
  // A formula may be followed by the definition of its function.
  const std::size_t where = tex.find(", \\quad");
  return where == std::string::npos ? tex : tex.substr(0, where);
}

/// Symbol of the score before its cap.
std::string uncapped_name(const ExplainedCell& of) {
  return of.is_own() ? R"(s'_{\query{i}\key{j}})" : R"(s'_{2,\query{i}\key{j}})";
}

/// Appends the scale factor, if the score has one.
bool add_scale(const ExplainedPair& pair, ExplanationStep& step) {
  const float scale = pair.scene.score.scale;
  if (scale == 1) return false;
  step.add({bracketed(scale), {pair.from.control("score.scale")}, "the score's scale"}, " \\cdot ");
  return true;
}

void explain_dot(ExplainedPair& pair, ExplanationStep& step) {
  const bool has_scale = pair.scene.score.scale != 1;
  if (add_scale(pair, step)) step.add("\\left( ");
  add_products(pair, step);
  if (has_scale) step.add(" \\right)");
}

void explain_scaled_dot(ExplainedPair& pair, ExplanationStep& step) {
  step.add("\\frac{");
  add_products(pair, step);
  step.add("}{\\sqrt{" + std::to_string(pair.q.size()) + "}}");
}

void explain_general(ExplainedPair& pair, ExplanationStep& step) {
  if (!pair.weights.w_a) return add_products(pair, step);
  const Eigen::RowVectorXd turned = pair.q.cast<double>() * (**pair.weights.w_a).cast<double>();
  pair.add_each(step, [&](Index j) -> Addend {
    Sources sources = pair.from.q();
    sources.push_back(pair.from.of(Part::w_a, {}, j));
    for (Source& source : pair.from.k(j)) sources.push_back(std::move(source));
    const double value = turned(j) * static_cast<double>(pair.k(j));
    return {{query_number(turned(j)) + " \\cdot " + key_number(pair.k(j)), unique_sources(sources),
             dimension_says(j, value)},
            value};
  });
}

void explain_additive(ExplainedPair& pair, ExplanationStep& step) {
  const BendWords& bend = bend_words(pair.scene.score);
  pair.add_each(step, [&](Index j) -> Addend {
    const double v = pair.weights.v ? static_cast<double>((**pair.weights.v)(j)) : 1.0;
    Sources sources = pair.from.pair(j);
    if (pair.weights.v) sources.push_back(pair.from.of(Part::energy, 0, j));
    const double value = v * bend.value(static_cast<double>(pair.q(j)) + pair.k(j));
    return {{(v == 1 ? "" : bracketed(v) + " ") + std::string(bend.tex) + "(" +
                 query_number(pair.q(j)) + " + " + key_number(pair.k(j)) + ")",
             std::move(sources), dimension_says(j, value) + std::string(bend.says)},
            value};
  });
}

void explain_gaussian(ExplainedPair& pair, ExplanationStep& step) {
  step.add("-\\frac{",
           {base_of_power(pair.weights.width.value_or(1.F)),
            {pair.from.of_head("width")},
            "the width: the larger it is, the faster scores fall with the distance"},
           "^2}{2} \\left( ");
  pair.add_each(step, [&](Index j) -> Addend {
    const double difference = static_cast<double>(pair.q(j)) - pair.k(j);
    const double value = difference * difference;
    return {{"(" + query_number(pair.q(j)) + " - " + key_number(pair.k(j)) + ")^2",
             pair.from.pair(j), dimension_says(j, value, "the squared distance")},
            value};
  });
  step.add(" \\right)");
}

void explain_cosine(ExplainedPair& pair, ExplanationStep& step) {
  if (length(pair.q) == 0 || length(pair.k) == 0) {
    step.add({"\\text{a vector of zeros:}", pair.from.pair(),
              "a vector of zeros has no direction: its score is 0"},
             "\\;");
    return;
  }
  add_scale(pair, step);
  step.add("\\frac{");
  add_products(pair, step);
  step.add("}{");
  step.add(
      {"\\query{" + step_number(length(pair.q)) + "}", pair.from.q(), "the length of the query"},
      " \\cdot ");
  step.add({"\\key{" + step_number(length(pair.k)) + "}", pair.from.k(), "the length of the key"},
           "}");
}

/// φ(x) = x + 1 where x > 0, else e^x.
double elu_feature(double x) { return x > 0 ? x + 1 : std::exp(x); }
std::string elu_text(double x, std::string_view ink) {
  const std::string number = "\\" + std::string(ink) + "{" + step_number(x) + "}";
  return x > 0 ? "(" + number + " + 1)" : "e^{" + number + "}";
}

void explain_elu(ExplainedPair& pair, ExplanationStep& step) {
  pair.add_each(step, [&](Index j) -> Addend {
    const double value = elu_feature(pair.q(j)) * elu_feature(pair.k(j));
    return {{elu_text(pair.q(j), "query") + " \\cdot " + elu_text(pair.k(j), "key"),
             pair.from.pair(j), dimension_says(j, value) + ": all terms are positive"},
            value};
  });
}

/// Explains a given score, which is not a sum but an entry of the head's table.
void explain_given(ExplainedPair& pair, ExplanationStep& step) {
  const Cell cell = pair.of.cell;
  const bool is_there = (**pair.weights.scores)(cell.query, cell.key) != kMasked;
  const std::string_view none = pair.scene.score.null == NoScore::kZero
                                    ? kGivenAsZero
                                    : "no score is given for this pair: the key is hidden";
  step.add({R"(\mathrm{scores}_{\query{)" + std::to_string(cell.query) + R"(},\key{)" +
                std::to_string(cell.key) + "}}",
            pair.from.pair(), is_there ? "the given score of this pair" : std::string(none)});
}

/// Row of the table of explanations, one for each kind of score; a test checks that none is
/// missing.
struct Explainer {
  std::string_view id;
  void (*explain)(ExplainedPair& pair, ExplanationStep& step);
};
constexpr std::array kExplainers = {
    Explainer{"dot", explain_dot},           Explainer{"scaled_dot", explain_scaled_dot},
    Explainer{"general", explain_general},   Explainer{"additive", explain_additive},
    Explainer{"gaussian", explain_gaussian}, Explainer{"cosine", explain_cosine},
    Explainer{"elu", explain_elu},           Explainer{"given", explain_given},
};

/// Score of the pair before its cap.
float uncapped(const ExplainedPair& pair) {
  if (has_given_scores(pair.scene.score)) {
    return (**pair.weights.scores)(pair.of.cell.query, pair.of.cell.key);
  }
  return pair.scene.score.kind->scores(pair.scene.score, pair.weights, pair.q, pair.k)(0, 0);
}

/// c · tanh(a / c).
ExplanationStep cap_step(const ExplainedPair& pair, float score) {
  const ExplainedCell& of = pair.of;
  const float cap = *pair.scene.score.cap;
  const ExplanationTerm c{
      step_number(cap), {pair.from.control("score.cap")}, "the cap: the bound of all scores"};
  ExplanationStep step{.title = "capped", .lead = of.score_name()};
  step.add(step.lead + " = c \\cdot \\tanh\\left(\\frac{" + uncapped_name(of) + "}{c}\\right) = ",
           c);
  step.add(" \\cdot \\tanh\\left(\\frac{",
           {step_number(score), pair.from.pair(), "the score before the cap"}, "}{");
  step.add(c, "}\\right) = ");
  step.result = {step_number(of.numbers().raw_scores()(of.cell.query, of.cell.key)),
                 pair.from.pair()};
  return step;
}

/// Dimension of the largest number; the last, if there are fewer dimensions.
Index largest_of(const RowVector& row) {
  Index most = 0;
  if (row.size() > 0) row.cwiseAbs().maxCoeff(&most);
  return most;
}

}  // namespace

std::vector<ExplanationStep> explain_score(const ExplainedCell& of) {
  const Scene& scene = of.scene();
  ExplainedPair pair{.of = of,
                     .scene = scene,
                     .weights = of.head(),
                     .q = without_rounding_errors(of, Side::kQuery),
                     .k = without_rounding_errors(of, Side::kKey),
                     .from = of.from()};
  const float raw = of.numbers().raw_scores()(of.cell.query, of.cell.key);
  const bool is_capped = scene.score.cap && raw != kMasked;
  const std::string name = is_capped ? uncapped_name(of) : of.score_name();
  ExplanationStep step{.title = of.is_own() ? "score" : "score of the subtracted weight",
                       .lead = is_capped ? "" : name};
  const auto row = std::ranges::find(kExplainers, scene.score.kind->id, &Explainer::id);
  if (row != kExplainers.end()) {
    step.add(formula_of(pair, name) + " = ");
    row->explain(pair, step);
  } else {
    step.add(name);
  }
  step.add(" = ");
  const float score = is_capped ? uncapped(pair) : raw;
  step.result = {score == kMasked ? "-\\infty" : step_number(score), pair.from.pair()};
  std::vector<ExplanationStep> steps;
  if (!has_given_scores(scene.score)) {
    // With w_a, a dimension of the query meets all dimensions of the key.
    const bool is_turned = takes_of_head(*scene.score.kind, "w_a") && of.head().w_a;
    add_row_steps(of, Side::kQuery, is_turned ? largest_of(pair.q) : pair.largest, steps);
    add_row_steps(of, Side::kKey, pair.largest, steps);
    const std::size_t owner = keys_head(scene, of.h);
    if (owner != of.h && of.is_own()) {
      step.aside = ", with the keys of head " + std::to_string(owner);
    }
  }
  steps.push_back(std::move(step));
  if (is_capped) steps.push_back(cap_step(pair, score));
  return steps;
}

}  // namespace attn
