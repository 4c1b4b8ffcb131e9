#include "app/session/words/explain_score.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>

#include "app/document/json/numbers.h"
#include "app/session/words/explain_sources.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

constexpr std::size_t kMostTerms = 6;  // more fold to the largest and the rest

/// What an explainer reads, and the step that it writes.
struct Pair {
  const Scene& scene;
  const Head& weights;
  RowVector q, k;
  float score;  ///< of the pair, as the trace has it
  CellSources from;
};

/// One addend of a sum over the features of q and k.
struct Term {
  std::string text;
  double value;
  Sources sources;
};

std::string in_parentheses(double value) {
  const std::string text = brief(value, 3);
  return value < 0 ? "(" + text + ")" : text;
}

std::string product_text(double a, double b) { return brief(a, 3) + "·" + in_parentheses(b); }

/// Which of `terms` are written out: all, or of many the largest.
std::vector<std::size_t> written_out(const std::vector<Term>& terms) {
  std::vector<std::size_t> order(terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (terms.size() <= kMostTerms) return order;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(terms[a].value) > std::abs(terms[b].value);
  });
  order.resize(kMostTerms - 2);
  std::sort(order.begin(), order.end());
  return order;
}

/// `name`, which is made from all of `whole`, then the terms with + between them; of many only the
/// largest, and the sum of the rest.
std::vector<ExplanationTerm> sum_of(const std::string& name, Sources whole,
                                    const std::vector<Term>& terms) {
  const std::vector<std::size_t> written = written_out(terms);
  std::vector<ExplanationTerm> words = {{name, std::move(whole)}};
  for (const std::size_t i : written) {
    words.emplace_back((words.size() > 1 ? "+ " : "") + terms[i].text, terms[i].sources);
  }
  if (written.size() == terms.size()) return words;
  double rest = 0;
  Sources sources;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (std::ranges::binary_search(written, i)) continue;
    rest += terms[i].value;
    sources.insert(sources.end(), terms[i].sources.begin(), terms[i].sources.end());
  }
  const std::size_t folded = terms.size() - written.size();
  words.emplace_back("+ " + std::to_string(folded) + " more: " + step_number(rest),
                     unique_sources(std::move(sources)));
  return words;
}

/// q_j · k_j for each feature j.
std::vector<Term> products(const Pair& pair) {
  std::vector<Term> terms;
  for (Index j = 0; j < pair.q.size(); ++j) {
    terms.push_back({product_text(pair.q(j), pair.k(j)), static_cast<double>(pair.q(j)) * pair.k(j),
                     pair.from.pair(j)});
  }
  return terms;
}

double dot(const RowVector& a, const RowVector& b) {
  return a.cast<double>().dot(b.cast<double>());
}

std::string equals(double value) { return "= " + step_number(value); }

void explain_dot(const Pair& pair, ExplanationStep& step) {
  step.terms = sum_of("q · k =", pair.from.pair(), products(pair));
  step.result = {equals(pair.score), pair.from.pair()};
  if (pair.scene.score.scale == 1) return;
  step.terms.emplace_back(equals(dot(pair.q, pair.k)), pair.from.pair());
  step.terms.emplace_back("× " + brief(pair.scene.score.scale, 3), Sources{control("score.scale")});
  step.result.sources.push_back(control("score.scale"));
}

void explain_scaled_dot(const Pair& pair, ExplanationStep& step) {
  step.terms = sum_of("q · k =", pair.from.pair(), products(pair));
  step.terms.emplace_back(equals(dot(pair.q, pair.k)), pair.from.pair());
  step.result = {"÷ √" + std::to_string(pair.q.size()) + " = " + step_number(pair.score),
                 pair.from.pair()};
}

void explain_general(const Pair& pair, ExplanationStep& step) {
  if (!pair.weights.w_a) {
    step.terms = sum_of("q · k =", pair.from.pair(), products(pair));
    step.result = {equals(pair.score), pair.from.pair()};
    return;
  }
  const RowVector turned = pair.q * **pair.weights.w_a;
  std::vector<Term> terms;
  for (Index j = 0; j < pair.k.size(); ++j) {
    Sources sources = pair.from.q();
    sources.push_back(pair.from.of_head("w_a", {}, j));
    for (Source& source : pair.from.k(j)) sources.push_back(std::move(source));
    terms.push_back({product_text(turned(j), pair.k(j)), static_cast<double>(turned(j)) * pair.k(j),
                     unique_sources(sources)});
  }
  Sources whole = pair.from.pair();
  whole.push_back(pair.from.of_head("w_a"));
  step.terms = sum_of("(q · W_A) · k =", whole, terms);
  step.result = {equals(pair.score), whole};
}

void explain_additive(const Pair& pair, ExplanationStep& step) {
  std::vector<Term> terms;
  Sources whole = pair.from.pair();
  if (pair.weights.v) whole.push_back(pair.from.of_head("v"));
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double v = pair.weights.v ? static_cast<double>((**pair.weights.v)(j)) : 1.0;
    const std::string sum = brief(pair.q(j), 3) + (pair.k(j) < 0 ? "" : "+") + brief(pair.k(j), 3);
    Sources sources = pair.from.pair(j);
    if (pair.weights.v) sources.push_back(pair.from.of_head("v", 0, j));
    terms.push_back({(v == 1 ? "" : brief(v, 3) + "·") + "tanh(" + sum + ")",
                     v * std::tanh(static_cast<double>(pair.q(j)) + pair.k(j)),
                     std::move(sources)});
  }
  step.terms = sum_of("tanh(q + k) · v_A =", whole, terms);
  step.result = {equals(pair.score), whole};
}

void explain_gaussian(const Pair& pair, ExplanationStep& step) {
  std::vector<Term> terms;
  double distance = 0;
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double difference = static_cast<double>(pair.q(j)) - pair.k(j);
    terms.push_back({"(" + brief(pair.q(j), 3) + "−" + in_parentheses(pair.k(j)) + ")²",
                     difference * difference, pair.from.pair(j)});
    distance += difference * difference;
  }
  step.terms = sum_of("‖q − k‖² =", pair.from.pair(), terms);
  step.terms.emplace_back(equals(distance), pair.from.pair());
  const double width = pair.weights.width.value_or(1.F);
  Sources whole = pair.from.pair();
  whole.push_back(pair.from.of_head("width"));
  step.result = {"× −½·" + brief(width, 3) + "² = " + step_number(pair.score), whole};
}

void explain_cosine(const Pair& pair, ExplanationStep& step) {
  step.terms = sum_of("q · k =", pair.from.pair(), products(pair));
  step.terms.emplace_back(equals(dot(pair.q, pair.k)), pair.from.pair());
  const double lengths = std::sqrt(dot(pair.q, pair.q) * dot(pair.k, pair.k));
  if (lengths == 0) {
    step.result = {"a zero vector: 0.00", pair.from.pair()};
    return;
  }
  step.terms.emplace_back("÷ (" + step_number(std::sqrt(dot(pair.q, pair.q))), pair.from.q());
  step.terms.emplace_back("· " + step_number(std::sqrt(dot(pair.k, pair.k))) + ")", pair.from.k());
  const float scale = pair.scene.score.scale;
  if (scale != 1) {
    step.terms.emplace_back("× " + brief(scale, 3), Sources{control("score.scale")});
  }
  step.result = {equals(pair.score), pair.from.pair()};
}

/// One row for each kind of the engine's table; a test holds the two together.
struct Explainer {
  std::string_view id;
  void (*explain)(const Pair& pair, ExplanationStep& step);
};
constexpr std::array kExplainers = {
    Explainer{"dot", explain_dot},           Explainer{"scaled_dot", explain_scaled_dot},
    Explainer{"general", explain_general},   Explainer{"additive", explain_additive},
    Explainer{"gaussian", explain_gaussian}, Explainer{"cosine", explain_cosine},
};

}  // namespace

std::string step_number(double value) {
  const double size = std::abs(value);
  if (value == 0 || (size >= 0.01 && size < 1e5)) return fixed(value, 2);
  return brief(value, 3);
}

ExplanationStep explain_score(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                              Cell cell) {
  const Pair pair{scene,
                  scene.heads[head_index],
                  head.q.row(cell.query),
                  head.k.row(cell.key),
                  head.raw_scores()(cell.query, cell.key),
                  CellSources(scene, head_index, cell)};
  ExplanationStep step{"score", "score", {}, ""};
  const auto row = std::ranges::find(kExplainers, scene.score.kind->id, &Explainer::id);
  if (row != kExplainers.end()) {
    row->explain(pair, step);
  } else {
    step.terms = {{std::string(scene.score.kind->formula), pair.from.pair()}};
    step.result = {equals(pair.score), pair.from.pair()};
  }
  return step;
}

}  // namespace attn
