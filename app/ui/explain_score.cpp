#include "app/ui/explain_score.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>

#include "app/document/numbers.h"
#include "engine/score.h"

namespace attn::ui {
namespace {

constexpr std::size_t kMostTerms = 6;  // more fold to the largest and the rest

/// What an explainer reads, and the step that it writes.
struct Pair {
  const Scene& scene;
  const Head& weights;
  RowVector q, k;
  float score;  ///< a(q, k), as the trace has it
};

struct Term {
  std::string text;
  double value;
};

std::string in_parentheses(double value) {
  const std::string text = brief(value, 3);
  return value < 0 ? "(" + text + ")" : text;
}

std::string product_text(double a, double b) { return brief(a, 3) + "·" + in_parentheses(b); }

/// `name`, then the terms with + between them; of many only the largest, and the sum of the rest.
std::vector<std::string> sum_of(const std::string& name, const std::vector<Term>& terms) {
  std::vector<std::size_t> order(terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool folds = terms.size() > kMostTerms;
  if (folds) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(terms[a].value) > std::abs(terms[b].value);
    });
    order.resize(kMostTerms - 2);
    std::sort(order.begin(), order.end());
  }
  std::vector<std::string> words = {name};
  for (const std::size_t i : order) {
    words.push_back((words.size() > 1 ? "+ " : "") + terms[i].text);
  }
  if (folds) {
    double rest = 0;
    for (const Term& term : terms) rest += term.value;
    for (const std::size_t i : order) rest -= terms[i].value;
    words.push_back("+ " + std::to_string(terms.size() - order.size()) +
                    " more: " + step_number(rest));
  }
  return words;
}

std::vector<Term> products(const RowVector& a, const RowVector& b) {
  std::vector<Term> terms;
  for (Index j = 0; j < a.size(); ++j) {
    terms.push_back({product_text(a(j), b(j)), static_cast<double>(a(j)) * b(j)});
  }
  return terms;
}

double dot(const RowVector& a, const RowVector& b) {
  return a.cast<double>().dot(b.cast<double>());
}

std::string equals(double value) { return "= " + step_number(value); }

void explain_dot(const Pair& pair, ExplanationStep& step) {
  step.terms = sum_of("q · k =", products(pair.q, pair.k));
  step.result = equals(pair.score);
  if (pair.scene.score.scale == 1) return;
  step.terms.push_back(equals(dot(pair.q, pair.k)));
  step.result = "× " + brief(pair.scene.score.scale, 3) + " = " + step_number(pair.score);
}

void explain_scaled_dot(const Pair& pair, ExplanationStep& step) {
  step.terms = sum_of("q · k =", products(pair.q, pair.k));
  step.terms.push_back(equals(dot(pair.q, pair.k)));
  step.result = "÷ √" + std::to_string(pair.q.size()) + " = " + step_number(pair.score);
}

void explain_general(const Pair& pair, ExplanationStep& step) {
  const RowVector turned = pair.weights.w_a ? RowVector(pair.q * **pair.weights.w_a) : pair.q;
  step.terms = sum_of(pair.weights.w_a ? "(q · W) · k =" : "q · k =", products(turned, pair.k));
  step.result = equals(pair.score);
}

void explain_additive(const Pair& pair, ExplanationStep& step) {
  std::vector<Term> terms;
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double v = pair.weights.v ? static_cast<double>((**pair.weights.v)(j)) : 1.0;
    const std::string sum = brief(pair.q(j), 3) + (pair.k(j) < 0 ? "" : "+") + brief(pair.k(j), 3);
    terms.push_back({(v == 1 ? "" : brief(v, 3) + "·") + "tanh(" + sum + ")",
                     v * std::tanh(static_cast<double>(pair.q(j)) + pair.k(j))});
  }
  step.terms = sum_of("tanh(q + k) · v =", terms);
  step.result = equals(pair.score);
}

void explain_gaussian(const Pair& pair, ExplanationStep& step) {
  std::vector<Term> terms;
  double distance = 0;
  for (Index j = 0; j < pair.q.size(); ++j) {
    const double difference = static_cast<double>(pair.q(j)) - pair.k(j);
    terms.push_back({"(" + brief(pair.q(j), 3) + "−" + in_parentheses(pair.k(j)) + ")²",
                     difference * difference});
    distance += difference * difference;
  }
  step.terms = sum_of("‖q − k‖² =", terms);
  step.terms.push_back(equals(distance));
  const double width = pair.weights.width.value_or(1.F);
  step.result = "× −½·" + brief(width, 3) + "² = " + step_number(pair.score);
}

void explain_cosine(const Pair& pair, ExplanationStep& step) {
  step.terms = sum_of("q · k =", products(pair.q, pair.k));
  step.terms.push_back(equals(dot(pair.q, pair.k)));
  const double lengths = std::sqrt(dot(pair.q, pair.q) * dot(pair.k, pair.k));
  if (lengths == 0) {
    step.result = "a zero vector: 0.00";
    return;
  }
  step.terms.push_back("÷ (" + step_number(std::sqrt(dot(pair.q, pair.q))) + " · " +
                       step_number(std::sqrt(dot(pair.k, pair.k))) + ")");
  const float scale = pair.scene.score.scale;
  step.result = (scale == 1 ? "" : "× " + brief(scale, 3) + " ") + equals(pair.score);
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
  const Pair pair{scene, scene.heads[head_index], head.q.row(cell.query), head.k.row(cell.key),
                  head.raw_scores()(cell.query, cell.key)};
  ExplanationStep step{"score", "score", {}, ""};
  const auto row = std::ranges::find(kExplainers, scene.score.kind->id, &Explainer::id);
  if (row != kExplainers.end()) {
    row->explain(pair, step);
  } else {
    step.terms = {std::string(scene.score.kind->formula)};
    step.result = equals(pair.score);
  }
  return step;
}

}  // namespace attn::ui
