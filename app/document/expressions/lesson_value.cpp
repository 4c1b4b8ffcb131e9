#include "app/document/expressions/lesson_value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/document/expressions/lesson_error.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string described(const nlohmann::json& data) {
  if (data.is_null()) return "a masked score";
  if (data.is_array()) return "a list";
  if (data.is_string()) return "\"" + shown(data.get<std::string>()) + "\"";
  return data.dump();
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

void Facts::count(Index size) const {
  if (reading == nullptr) return;
  if (reading->progress != nullptr && reading->progress->is_cancelled()) throw Cancelled();
  if (size > reading->left) throw LessonError(reading->too_much);
  reading->left -= size;
}

std::span<const std::string> axis_words(const Facts& facts, Axis axis) {
  if (axis == Axis::kQueries) return facts.scene().query_tokens();
  if (axis == Axis::kKeys) return facts.scene().tokens;
  return {};
}

std::size_t lesson_index(const Facts& facts, Axis axis, const LessonValue& index,
                         std::size_t size) {
  if (index.data.is_string()) {
    const auto words = axis_words(facts, axis);
    const auto word = index.data.get<std::string>();
    const auto found = std::ranges::find(words, word);
    if (words.empty())
      throw LessonError("expected a number as index, found " + described(index.data));
    if (found == words.end()) throw LessonError("no token is called " + described(index.data));
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
  if (!of.data.is_array() || of.data.empty()) {
    throw LessonError("expected a list before [, found " + described(of.data));
  }
  const std::size_t at = lesson_index(facts, of.axis(0), index, of.data.size());
  std::vector<Axis> axes(of.axes.begin() + (of.axes.empty() ? 0 : 1), of.axes.end());
  return {of.data[at], std::move(axes)};
}

double lesson_number(const LessonValue& value) {
  if (!value.data.is_number())
    throw LessonError("expected a number, found " + described(value.data));
  const double number = value.data.get<double>();
  if (std::isnan(number)) throw LessonError("the result is no number");
  return number;
}

bool lesson_truth(const LessonValue& value) {
  if (!value.data.is_boolean()) {
    throw LessonError("expected something true or false, found " + described(value.data));
  }
  return value.data.get<bool>();
}

bool lesson_equal(const nlohmann::json& a, const nlohmann::json& b, double tolerance) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>(), y = b.get<double>();
    if (std::isinf(x) || std::isinf(y)) return x == y;
    return std::abs(x - y) <= tolerance * std::max({1.0, std::abs(x), std::abs(y)});
  }
  if (a.is_array() && b.is_array()) {
    return std::ranges::equal(
        a, b, [&](const auto& x, const auto& y) { return lesson_equal(x, y, tolerance); });
  }
  return a == b;
}

std::string lesson_words(const LessonValue& value) {
  const nlohmann::json& data = value.data;
  if (data.is_string()) return data.get<std::string>();
  if (data.is_number()) return number_words(data.get<double>());
  if (data.is_null()) return "masked";
  if (data.is_boolean()) return data.get<bool>() ? "yes" : "no";
  std::string words;
  for (const auto& one : data) words += (words.empty() ? "" : ", ") + lesson_words({one, {}});
  return words;
}

}  // namespace attn
