#include "app/figure/inspector/explain_score.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/document/json/numbers.h"
#include "app/figure/inspector/explain_sources.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

constexpr std::size_t kScoreTerms = 8;  // of a sum, in so many characters; of more than that
constexpr std::size_t kMostSet = 110;
constexpr std::size_t kLargestTerms = 3;  // so many, and what the others come to

/// What an explainer reads.
struct ExplainedPair {
  const Scene& scene;
  Cell cell;
  const Head& weights;
  RowVector q, k;
  CellSources from;

  std::string token(const std::vector<std::string>& tokens, Index n) const {
    return visible_text(tokens[static_cast<std::size_t>(n)]);
  }
  std::string query() const { return token(scene.query_tokens(), cell.query); }
  std::string key() const { return token(scene.tokens, cell.key); }
};

/// A number in a sentence.
std::string plain_number(double value) { return brief(value, 3); }

/// One addend of a sum over the features of q and k.
struct Addend {
  ExplanationTerm term;
  double value;
};

std::string query_number(double value) { return "\\query{" + bracketed(value) + "}"; }
std::string key_number(double value) { return "\\key{" + bracketed(value) + "}"; }

/// How many characters are set of `tex`: about how wide it is.
std::size_t set_characters(std::string_view tex) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < tex.size(); ++n) {
    if (tex[n] == '\\') {
      const std::size_t end = tex.find_first_not_of("abcdefghijklmnopqrstuvwxyz", n + 1);
      const std::string_view command = tex.substr(n + 1, end - n - 1);
      count += command == "query" || command == "key" ? 0 : command == "tanh" ? 4 : 1;
      n = std::min(end, tex.size()) - 1;
    } else if (tex[n] != '{' && tex[n] != '}' && tex[n] != ' ') {
      ++count;
    }
  }
  return count;
}

/// Which of `addends` are written out: all, or of many the largest.
std::vector<std::size_t> written_out(const std::vector<Addend>& addends) {
  std::vector<std::size_t> order(addends.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::size_t set = 0;
  for (const Addend& addend : addends) set += set_characters(addend.term.tex);
  if (addends.size() <= kLargestTerms) return order;
  if (addends.size() <= kScoreTerms && set <= kMostSet) return order;
  std::ranges::stable_sort(order, {}, [&](std::size_t n) { return -std::abs(addends[n].value); });
  order.resize(kLargestTerms);
  std::ranges::sort(order);
  return order;
}

/// The addends with + between them; of many the largest, and ⋯ for the rest.
void add_addends(ExplanationStep& step, std::vector<Addend> addends) {
  const std::vector<std::size_t> written = written_out(addends);
  const bool is_whole = written.size() == addends.size();
  double rest = 0;
  Sources sources;
  for (std::size_t n = 0; n < addends.size(); ++n) {
    if (is_whole || std::ranges::binary_search(written, n)) continue;
    rest += addends[n].value;
    std::ranges::move(addends[n].term.sources, std::back_inserter(sources));
  }
  bool is_first = true;
  for (const std::size_t n : written) {
    if (!std::exchange(is_first, false)) step.add(" + ");
    step.add(std::move(addends[n].term));
  }
  if (is_whole) return;
  const std::size_t folded = addends.size() - written.size();
  step.add(" + ");
  step.add({"\\cdots", unique_sources(std::move(sources)),
            std::to_string(folded) + " more come to " + plain_number(rest)});
}

/// "$q_1$ of Book times $k_1$ of Reads adds 6 to the score": x where nothing is between x and them.
std::string product_says(const ExplainedPair& pair, Index j, double value) {
  const bool is_plain = pair.scene.position.kind->does_nothing();
  const auto name = [&](const char* projected, bool has_weights) {
    const std::string symbol = is_plain && !has_weights ? "x" : projected;
    return "$" + symbol + "_{" + std::to_string(j) + "}$";
  };
  return name("\\query{q}", pair.weights.w_q.has_value()) + " of " + as_words(pair.query()) +
         " times " + name("\\key{k}", pair.weights.w_k.has_value()) + " of " +
         as_words(pair.key()) + (value < 0 ? " takes " : " adds ") + plain_number(std::abs(value)) +
         (value < 0 ? " off the score" : " to the score");
}

/// "dimension 2 adds 0.46 to the score"
std::string dimension_says(Index j, double value, const char* sum = "the score") {
  return "dimension " + std::to_string(j) + (value < 0 ? " takes " : " adds ") +
         plain_number(std::abs(value)) + (value < 0 ? " off " : " to ") + sum;
}

/// q_j · k_j for each feature j.
std::vector<Addend> products(const ExplainedPair& pair) {
  std::vector<Addend> addends;
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double value = static_cast<double>(pair.q(j)) * pair.k(j);
    addends.push_back({{query_number(pair.q(j)) + " \\cdot " + key_number(pair.k(j)),
                        pair.from.pair(j), product_says(pair, j, value)},
                       value});
  }
  return addends;
}

double length(const RowVector& a) { return a.cast<double>().norm(); }

/// The kind's formula, without a scale that is 1, and without a matrix that is not there.
std::string formula_of(const ExplainedPair& pair) {
  std::string tex(pair.scene.score.kind->formula);
  const auto leave_out = [&](std::string_view part) {
    if (const std::size_t at = tex.find(part); at != std::string::npos) tex.erase(at, part.size());
  };
  if (pair.scene.score.scale == 1) leave_out(R"(\mathrm{scale} \cdot )");
  if (!pair.weights.w_a) leave_out(R"( \mathbf{W}_\mathrm{A})");
  return tex;
}

/// Its number, where a score has a factor of its own.
bool add_scale(const ExplainedPair& pair, ExplanationStep& step) {
  const float scale = pair.scene.score.scale;
  if (scale == 1) return false;
  step.add({bracketed(scale), {pair.from.control("score.scale")}, "the score's scale"});
  step.add(" \\cdot ");
  return true;
}

void explain_dot(const ExplainedPair& pair, ExplanationStep& step) {
  const bool has_scale = pair.scene.score.scale != 1;
  if (add_scale(pair, step)) step.add("\\left( ");
  add_addends(step, products(pair));
  if (has_scale) step.add(" \\right)");
}

void explain_scaled_dot(const ExplainedPair& pair, ExplanationStep& step) {
  step.add("\\frac{");
  add_addends(step, products(pair));
  step.add("}{\\sqrt{" + std::to_string(pair.q.size()) + "}}");
}

void explain_general(const ExplainedPair& pair, ExplanationStep& step) {
  if (!pair.weights.w_a) return add_addends(step, products(pair));
  const RowVector turned = pair.q * **pair.weights.w_a;
  std::vector<Addend> addends;
  for (Index j = 0; j < pair.k.size(); ++j) {
    Sources sources = pair.from.q();
    sources.push_back(pair.from.of(Part::w_a, {}, j));
    for (Source& source : pair.from.k(j)) sources.push_back(std::move(source));
    const double value = static_cast<double>(turned(j)) * pair.k(j);
    addends.push_back({{query_number(turned(j)) + " \\cdot " + key_number(pair.k(j)),
                        unique_sources(sources), dimension_says(j, value)},
                       value});
  }
  add_addends(step, std::move(addends));
}

void explain_additive(const ExplainedPair& pair, ExplanationStep& step) {
  std::vector<Addend> addends;
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double v = pair.weights.v ? static_cast<double>((**pair.weights.v)(j)) : 1.0;
    Sources sources = pair.from.pair(j);
    if (pair.weights.v) sources.push_back(pair.from.of(Part::energy, 0, j));
    const double value = v * std::tanh(static_cast<double>(pair.q(j)) + pair.k(j));
    addends.push_back({{(v == 1 ? "" : bracketed(v) + " ") + "\\tanh(" + query_number(pair.q(j)) +
                            " + " + key_number(pair.k(j)) + ")",
                        std::move(sources), dimension_says(j, value)},
                       value});
  }
  add_addends(step, std::move(addends));
}

void explain_gaussian(const ExplainedPair& pair, ExplanationStep& step) {
  step.add("-\\frac{");
  step.add({bracketed(pair.weights.width.value_or(1.F)),
            {pair.from.width()},
            "the width: the larger it is, the faster scores fall with the distance"});
  step.add("^2}{2} \\left( ");
  std::vector<Addend> addends;
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double difference = static_cast<double>(pair.q(j)) - pair.k(j);
    const double value = difference * difference;
    addends.push_back({{"(" + query_number(pair.q(j)) + " - " + key_number(pair.k(j)) + ")^2",
                        pair.from.pair(j), dimension_says(j, value, "the squared distance")},
                       value});
  }
  add_addends(step, std::move(addends));
  step.add(" \\right)");
}

void explain_cosine(const ExplainedPair& pair, ExplanationStep& step) {
  add_scale(pair, step);
  step.add("\\frac{");
  add_addends(step, products(pair));
  step.add("}{");
  const bool has_zero = length(pair.q) == 0 || length(pair.k) == 0;
  const std::string zero = has_zero ? "a vector of zeros has no direction: its score is 0" : "";
  step.add({"\\query{" + step_number(length(pair.q)) + "}", pair.from.q(),
            has_zero ? zero : "the length of the query"});
  step.add(" \\cdot ");
  step.add({"\\key{" + step_number(length(pair.k)) + "}", pair.from.k(),
            has_zero ? zero : "the length of the key"});
  step.add("}");
}

/// One row for each kind of the engine's table; a test holds the two together.
struct Explainer {
  std::string_view id;
  void (*explain)(const ExplainedPair& pair, ExplanationStep& step);
};
constexpr std::array kExplainers = {
    Explainer{"dot", explain_dot},           Explainer{"scaled_dot", explain_scaled_dot},
    Explainer{"general", explain_general},   Explainer{"additive", explain_additive},
    Explainer{"gaussian", explain_gaussian}, Explainer{"cosine", explain_cosine},
};

}  // namespace

ExplanationStep explain_score(const Evaluation& evaluation, std::size_t h, Cell cell) {
  const Scene& scene = evaluation.scene;
  const HeadTrace& head = evaluation.trace.heads[h];
  const ExplainedPair pair{scene,
                           cell,
                           scene.heads[h],
                           head.q.row(cell.query),
                           head.k.row(cell.key),
                           CellSources(evaluation, h, cell)};
  ExplanationStep step{.title = "score", .lead = "s_{\\query{i}\\key{j}}"};
  const auto row = std::ranges::find(kExplainers, scene.score.kind->id, &Explainer::id);
  if (row != kExplainers.end()) {
    step.add(formula_of(pair) + " = ");
    row->explain(pair, step);
  } else {
    step.add(step.lead);
  }
  step.add(" = ");
  step.result = {step_number(head.raw_scores()(cell.query, cell.key)), pair.from.pair()};
  return step;
}

}  // namespace attn
