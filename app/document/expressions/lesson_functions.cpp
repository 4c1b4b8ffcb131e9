#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"

namespace attn {
namespace {

using Arguments = std::span<const LessonValue>;

std::vector<double> some_numbers(const LessonValue& value) {
  if (!value.is_list() || value.size() == 0) throw LessonError("expected a list of numbers");
  return lesson_numbers_of(value);
}

template <auto function>
LessonValue of_number(const Facts&, Arguments arguments) {
  const double result = function(lesson_number(arguments[0]));
  if (std::isnan(result)) throw LessonError("the result is no number");
  return {result, {}};
}

template <auto function>
LessonValue of_list(const Facts&, Arguments arguments) {
  return {function(some_numbers(arguments[0])), {}};
}

double sum(const std::vector<double>& all) { return std::reduce(all.begin(), all.end()); }
double mean(const std::vector<double>& all) { return sum(all) / static_cast<double>(all.size()); }
double least(const std::vector<double>& all) { return std::ranges::min(all); }
double most(const std::vector<double>& all) { return std::ranges::max(all); }

double deviation(const std::vector<double>& all) {
  const double middle = mean(all);
  double squares = 0;
  for (const double one : all) squares += (one - middle) * (one - middle);
  return std::sqrt(squares / static_cast<double>(all.size()));
}

double norm(const std::vector<double>& all) {
  return std::sqrt(std::inner_product(all.begin(), all.end(), all.begin(), 0.0));
}

/// Entropy in nats.
double entropy(const std::vector<double>& all) {
  double total = 0;
  for (const double p : all) total -= p > 0 ? p * std::log(p) : 0;
  return total;
}

double nonzero(const std::vector<double>& all) {
  return static_cast<double>(std::ranges::count_if(all, [](double x) { return x != 0; }));
}

/// Largest score over all heads.
LessonValue habit(const Facts& facts, Arguments arguments) {
  const LearnedFacts& learned = facts.require_learned();
  const std::string* id = arguments[0].text();
  const auto kind = std::ranges::find_if(
      habit_kinds(), [&](const HabitKind& one) { return id != nullptr && one.id == *id; });
  if (kind == habit_kinds().end()) {
    throw LessonError("no habit is called " + lesson_words(arguments[0]));
  }
  double most = 0;
  for (const HeadHabits& head : learned.habits) {
    most = std::max(most, head.score(static_cast<std::size_t>(kind - habit_kinds().begin())));
  }
  return {most, {}};
}

/// Index, or token, of the largest number of a row.
LessonValue largest(const Facts& facts, Arguments arguments) {
  const auto all = some_numbers(arguments[0]);
  const auto at = static_cast<std::size_t>(std::ranges::max_element(all) - all.begin());
  const auto words = axis_words(facts, arguments[0].axis(0));
  if (at < words.size()) return {words[at], {}};
  return {static_cast<double>(at), {}};
}

LessonValue column(const Facts& facts, Arguments arguments) {
  const LessonValue& matrix = arguments[0];
  if (!matrix.is_list()) throw LessonError("expected a matrix");
  LessonValue::List numbers;
  for (std::size_t n = 0; n < matrix.size(); ++n) {
    LessonValue row = matrix.item(n);
    row.axes = {matrix.axis(1)};
    numbers.push_back(lesson_item(facts, row, arguments[1]));
  }
  return {std::move(numbers), {matrix.axis(0)}};
}

LessonValue without(const Facts& facts, Arguments arguments) {
  const LessonValue& list = arguments[0];
  if (!list.is_list() || list.size() == 0) throw LessonError("without: expected a list");
  const std::size_t left_out = lesson_index(facts, list.axis(0), arguments[1], list.size());
  LessonValue::List rest;
  for (std::size_t n = 0; n < list.size(); ++n) {
    if (n != left_out) rest.push_back(list.item(n));
  }
  std::vector<Axis> axes = list.axes;
  if (!axes.empty()) axes[0] = Axis::kPlain;
  return {std::move(rest), std::move(axes)};
}

LessonValue dot(const Facts&, Arguments arguments) {
  const auto a = some_numbers(arguments[0]), b = some_numbers(arguments[1]);
  if (a.size() != b.size()) throw LessonError("dot: expected lists of one length");
  return {std::inner_product(a.begin(), a.end(), b.begin(), 0.0), {}};
}

LessonValue distance(const Facts&, Arguments arguments) {
  const auto a = some_numbers(arguments[0]), b = some_numbers(arguments[1]);
  if (a.size() != b.size()) throw LessonError("distance: expected lists of one length");
  double squares = 0;
  for (std::size_t n = 0; n < a.size(); ++n) squares += (a[n] - b[n]) * (a[n] - b[n]);
  return {std::sqrt(squares), {}};
}

LessonValue near(const Facts&, Arguments arguments) {
  const double by = lesson_number(arguments[2]);
  const bool are_lists = arguments[0].is_list() && arguments[1].is_list();
  if (!are_lists) {
    return {std::abs(lesson_number(arguments[0]) - lesson_number(arguments[1])) <= by, {}};
  }
  const auto a = some_numbers(arguments[0]), b = some_numbers(arguments[1]);
  return {std::ranges::equal(a, b, [by](double x, double y) { return std::abs(x - y) <= by; }), {}};
}

LessonValue permuted(const Facts&, Arguments arguments) {
  const LessonValue &a = arguments[0], &b = arguments[1];
  if (!a.is_list() || !b.is_list()) throw LessonError("permuted: expected two lists");
  if (a.size() != b.size() || lesson_equal(a, b)) return {false, {}};
  LessonValue::List left;
  for (std::size_t n = 0; n < b.size(); ++n) left.push_back(b.item(n));
  for (std::size_t n = 0; n < a.size(); ++n) {
    const auto found = std::ranges::find_if(
        left, [one = a.item(n)](const LessonValue& other) { return lesson_equal(one, other); });
    if (found == left.end()) return {false, {}};
    left.erase(found);
  }
  return {true, {}};
}

LessonValue masked(const Facts& facts, Arguments arguments) {
  const auto& scores = facts.trace().heads[0].scores;
  const auto i =
      lesson_index(facts, Axis::kQueries, arguments[0], static_cast<std::size_t>(scores.rows()));
  const auto j =
      lesson_index(facts, Axis::kKeys, arguments[1], static_cast<std::size_t>(scores.cols()));
  return {scores(static_cast<Index>(i), static_cast<Index>(j)) == kMasked, {}};
}

LessonValue contains(const Facts&, Arguments arguments) {
  const LessonValue& list = arguments[0];
  if (!list.is_list()) throw LessonError("contains: expected a list");
  for (std::size_t n = 0; n < list.size(); ++n) {
    if (lesson_equal(list.item(n), arguments[1])) return {true, {}};
  }
  return {false, {}};
}

LessonValue length(const Facts&, Arguments arguments) {
  if (!arguments[0].is_list()) throw LessonError("length: expected a list");
  return {static_cast<double>(arguments[0].size()), {}};
}

LessonValue percent(const Facts&, Arguments arguments) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f%%", 100 * lesson_number(arguments[0]));
  return {text, {}};
}

LessonValue fixed(const Facts&, Arguments arguments) {
  const double number = lesson_number(arguments[0]), digits = lesson_number(arguments[1]);
  if (digits < 0 || digits > 9) throw LessonError("fixed: expected 0 to 9 digits");
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits), std::abs(number));
  return {(number < 0 ? "−" : "") + std::string(text), {}};
}

const LessonFunction kFunctions[] = {
    {"sum", "list", "the sum", of_list<sum>},
    {"mean", "list", "the mean", of_list<mean>},
    {"min", "list", "the least number", of_list<least>},
    {"max", "list", "the largest number", of_list<most>},
    {"std", "list", "the standard deviation", of_list<deviation>},
    {"norm", "list", "the Euclidean length", of_list<norm>},
    {"entropy", "row", "−Σ α ln α of weights, in nats", of_list<entropy>},
    {"nonzero", "list", "how many are not exactly 0", of_list<nonzero>},
    {"largest", "row", "the token with the largest number (of a plain list: its index)", largest},
    {"column", "matrix, key", "a column: weights of one key for all queries", column},
    {"without", "list, item", "the list without that row", without},
    {"dot", "list, list", "the dot product", dot},
    {"distance", "list, list", "the Euclidean distance", distance},
    {"near", "a, b, by", "whether numbers, or lists of them, differ by at most `by`", near},
    {"permuted", "list, list", "whether the rows are the same in another order", permuted},
    {"masked", "query, key", "whether the query does not see the key", masked},
    {"contains", "list, item", "whether the list has the item", contains},
    {"length", "list", "the number of items", length},
    {"abs", "number", "|x|", of_number<[](double x) { return std::abs(x); }>},
    {"sqrt", "number", "√x", of_number<[](double x) { return std::sqrt(x); }>},
    {"exp", "number", "eˣ", of_number<[](double x) { return std::exp(x); }>},
    {"log", "number", "ln x", of_number<[](double x) { return std::log(x); }>},
    {"tanh", "number", "tanh x", of_number<[](double x) { return std::tanh(x); }>},
    {"sin", "number", "sin x", of_number<[](double x) { return std::sin(x); }>},
    {"cos", "number", "cos x", of_number<[](double x) { return std::cos(x); }>},
    {"habit", "name",
     "in training: the largest score of a head for this pattern (\"previous\", \"itself\", "
     "\"first\", \"same\", \"induction\")",
     habit},
    {"percent", "number", "as a text: 61%", percent},
    {"fixed", "number, digits", "as a text with this number of decimals", fixed},
};

}  // namespace

std::span<const LessonFunction> lesson_functions() { return kFunctions; }

}  // namespace attn
