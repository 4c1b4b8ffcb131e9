#include "app/document/expressions/lesson_value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/document/expressions/lesson_error.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string described(const LessonValue& value) {
  if (value.is_list()) return "a list";
  if (const std::string* text = value.text()) return "\"" + shown(*text) + "\"";
  if (const bool* truth = std::get_if<bool>(&value.data)) return *truth ? "true" : "false";
  if (const double* number = std::get_if<double>(&value.data)) {
    return nlohmann::json(*number).dump();
  }
  return "a masked score";
}

LessonValue number_or_masked(float number) {
  if (number == kMasked) return {};
  return {static_cast<double>(number), {}};
}

std::string number_words(double number) {
  if (std::isinf(number)) return number > 0 ? "∞" : "−∞";
  const double size = std::abs(number);
  char text[64];
  if (std::abs(number - std::round(number)) < 5e-6 && size < 1e9) {
    std::snprintf(text, sizeof text, "%.0f", std::round(size));
  } else if (size < 0.005) {
    std::snprintf(text, sizeof text, "%.1g", size);
  } else if (size < 1000) {
    std::snprintf(text, sizeof text, "%.2f", size);
  } else {
    std::snprintf(text, sizeof text, "%.4g", size);
  }
  std::string shortest = text;
  if (shortest.find('.') != std::string::npos && shortest.find('e') == std::string::npos) {
    shortest.erase(shortest.find_last_not_of('0') + 1);
    if (shortest.ends_with('.')) shortest.pop_back();
  }
  const bool is_negative = number < 0 && shortest != "0";
  return (is_negative ? "−" : "") + shortest;
}

}  // namespace

const LearnedFacts& Facts::require_learned() const {
  if (learned != nullptr) return *learned;
  throw LessonError("no network learns in this step");
}

void Facts::count(Index size) const {
  if (reading == nullptr) return;
  if (reading->progress != nullptr && reading->progress->is_cancelled()) throw Cancelled();
  if (size > reading->left) throw LessonError(reading->too_much);
  reading->left -= size;
}

std::size_t LessonValue::size() const {
  if (const auto* list = std::get_if<List>(&data)) return list->size();
  const MatrixPart& part = std::get<MatrixPart>(data);
  return static_cast<std::size_t>(part.row ? part.matrix->cols() : part.matrix->rows());
}

LessonValue LessonValue::item(std::size_t n) const {
  if (const auto* list = std::get_if<List>(&data)) return (*list)[n];
  const MatrixPart& part = std::get<MatrixPart>(data);
  const auto at = static_cast<Index>(n);
  if (part.row) return number_or_masked((*part.matrix)(*part.row, at));
  return {MatrixPart{part.matrix, at}, {}};
}

std::span<const std::string> axis_words(const Facts& facts, Axis axis) {
  if (axis == Axis::kQueries) return facts.scene().query_tokens();
  if (axis == Axis::kKeys) return facts.scene().tokens;
  return {};
}

std::size_t lesson_index(const Facts& facts, Axis axis, const LessonValue& index,
                         std::size_t size) {
  if (const std::string* word = index.text()) {
    auto words = axis_words(facts, axis);
    auto found = std::ranges::find(words, *word);
    // A token that was renamed since the start is meant all the same.
    if (const auto first = axis_words(facts.at_start(), axis);
        found == words.end() && first.size() == words.size()) {
      words = first;
      found = std::ranges::find(words, *word);
    }
    if (words.empty()) throw LessonError("expected a number as index, found " + described(index));
    if (found == words.end()) throw LessonError("no token is called " + described(index));
    return static_cast<std::size_t>(found - words.begin());
  }
  const double number = lesson_number(index);
  if (number != std::floor(number) || number < 0 || number >= static_cast<double>(size)) {
    throw LessonError("expected an index from 0 to " + std::to_string(size - 1) + ", found " +
                      number_words(number));
  }
  return static_cast<std::size_t>(number);
}

LessonValue lesson_item(const Facts& facts, const LessonValue& of, const LessonValue& index) {
  if (!of.is_list() || of.size() == 0) {
    throw LessonError("expected a list before [, found " + described(of));
  }
  LessonValue item = of.item(lesson_index(facts, of.axis(0), index, of.size()));
  item.axes.assign(of.axes.begin() + (of.axes.empty() ? 0 : 1), of.axes.end());
  return item;
}

double lesson_number(const LessonValue& value) {
  const double* number = std::get_if<double>(&value.data);
  if (number == nullptr) throw LessonError("expected a number, found " + described(value));
  if (std::isnan(*number)) throw LessonError("the result is no number");
  return *number;
}

bool lesson_truth(const LessonValue& value) {
  const bool* truth = std::get_if<bool>(&value.data);
  if (truth == nullptr) {
    throw LessonError("expected something true or false, found " + described(value));
  }
  return *truth;
}

std::vector<double> lesson_numbers_of(const LessonValue& value) {
  if (!value.is_list()) return {lesson_number(value)};
  std::vector<double> all;
  for (std::size_t n = 0; n < value.size(); ++n) {
    const auto some = lesson_numbers_of(value.item(n));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

bool lesson_equal(double a, double b, double tolerance) {
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

bool lesson_equal(const LessonValue& a, const LessonValue& b, double tolerance) {
  if (a.is_list() && b.is_list()) {
    if (a.size() != b.size()) return false;
    for (std::size_t n = 0; n < a.size(); ++n) {
      if (!lesson_equal(a.item(n), b.item(n), tolerance)) return false;
    }
    return true;
  }
  if (a.is_list() || b.is_list() || a.data.index() != b.data.index()) return false;
  if (const double* number = std::get_if<double>(&a.data)) {
    return lesson_equal(*number, std::get<double>(b.data), tolerance);
  }
  if (const bool* truth = std::get_if<bool>(&a.data)) return *truth == std::get<bool>(b.data);
  if (const std::string* text = a.text()) return *text == *b.text();
  return true;  // both are masked
}

std::string lesson_words(const LessonValue& value) {
  if (const std::string* text = value.text()) return *text;
  if (const double* number = std::get_if<double>(&value.data)) return number_words(*number);
  if (const bool* truth = std::get_if<bool>(&value.data)) return *truth ? "yes" : "no";
  if (!value.is_list()) return "masked";
  std::string words;
  for (std::size_t n = 0; n < value.size(); ++n) {
    words += (n == 0 ? "" : ", ") + lesson_words(value.item(n));
  }
  return words;
}

}  // namespace attn
