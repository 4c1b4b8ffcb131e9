#include "app/document/lessons/lesson_claim.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "engine/base/text.h"

namespace attn {
namespace {

struct Spelling {
  std::string_view written, said;
};

constexpr Spelling kSigns[] = {{"−", "-"}, {"·", "*"}, {"×", "*"}};
constexpr Spelling kRaised[] = {{"⁰", "0"}, {"¹", "1"}, {"²", "2"}, {"³", "3"},
                                {"⁴", "4"}, {"⁵", "5"}, {"⁶", "6"}, {"⁷", "7"},
                                {"⁸", "8"}, {"⁹", "9"}, {"⁻", "-"}};

/// Removes one of `spellings` from the front of `text`; returns empty if there is none.
template <std::size_t n>
std::string_view take_spelling(std::string_view& text, const Spelling (&spellings)[n]) {
  for (const Spelling& one : spellings) {
    if (!text.starts_with(one.written)) continue;
    text.remove_prefix(one.written.size());
    return one.said;
  }
  return {};
}

bool take(std::string_view& text, std::string_view wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(wanted.size());
  return true;
}

bool is_of_number(char c) { return (c >= '0' && c <= '9') || c == '.'; }

/// Converts "e⁻⁴ / √8 − 1" to an expression: "exp(-4) / sqrt(8) - 1".
std::string as_expression(std::string_view text) {
  std::string said;
  while (!text.empty()) {
    if (const auto sign = take_spelling(text, kSigns); !sign.empty()) {
      said += sign;
    } else if (take(text, "√")) {
      const auto end = std::ranges::find_if_not(text, is_of_number);
      const auto size = static_cast<std::size_t>(end - text.begin());
      said += "sqrt(" + std::string(text.substr(0, size)) + ")";
      text.remove_prefix(size);
    } else {
      const bool is_e = take(text, "e");
      std::string power;
      for (auto raised = take_spelling(text, kRaised); !raised.empty();
           raised = take_spelling(text, kRaised)) {
        power += raised;
      }
      if (is_e) {
        said += power.empty() ? "exp(1)" : "exp(" + power + ")";
      } else if (power.empty()) {
        said += text.front();
        text.remove_prefix(1);
      } else {
        throw LessonError("only e can have a power before =");
      }
    }
  }
  return said;
}

/// Position of the "=" between the written number and the expression; npos: none.
std::size_t sign_of(std::string_view text) {
  bool is_quoted = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] == '"') is_quoted = !is_quoted;
    if (is_quoted || text[n] != '=') continue;
    const char before = n > 0 ? text[n - 1] : ' ', after = n + 1 < text.size() ? text[n + 1] : ' ';
    if (after == '=') {
      ++n;
    } else if (std::string_view("!<>").find(before) == std::string_view::npos) {
      return n;
    }
  }
  return std::string_view::npos;
}

/// Splits "(1, −1, −2)" or "1, 2" at commas.
std::vector<std::string_view> items_of(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(') && text.ends_with(')') && text.find(',') != std::string_view::npos) {
    text = text.substr(1, text.size() - 2);
  }
  std::vector<std::string_view> parts;
  for (;;) {
    const std::string_view part = text.substr(0, text.find(','));
    parts.push_back(trimmed(part));
    if (part.size() == text.size()) return parts;
    text.remove_prefix(part.size() + 1);
  }
}

/// Tolerance of a number written as `text`: half a unit of its last decimal. Integers, and formulas
/// still to be calculated, are exact.
double tolerance_of(std::string_view text, double number) {
  const double exact = 1e-5 * std::max(1.0, std::abs(number));
  take_spelling(text, kSigns);
  const auto point = text.find('.');
  const bool is_written_out = !text.empty() && std::ranges::all_of(text, is_of_number);
  if (!is_written_out || point == std::string_view::npos) return exact;
  return 0.5 * std::pow(10, -static_cast<double>(text.size() - point - 1)) + 1e-6;
}

bool is_number_as(std::string_view written, double number, const Facts& facts) {
  const double said = Expression(as_expression(written)).number(facts);
  return std::abs(said - number) <= tolerance_of(written, said);
}

bool is_as_written(std::string_view written, const LessonValue& value, const Facts& facts) {
  if (const std::string* text = value.text()) return written == *text;
  const std::vector<double> numbers = lesson_numbers_of(value);
  return std::ranges::equal(items_of(written), numbers, [&](std::string_view part, double number) {
    return is_number_as(part, number, facts);
  });
}

}  // namespace

LessonClaim::LessonClaim(std::string_view text) {
  text = trimmed(text);
  is_now_ = take(text, "now:");
  if (const std::size_t sign = sign_of(text); sign != std::string_view::npos) {
    written_ = trimmed(text.substr(0, sign));
    text = trimmed(text.substr(sign + 1));
    if (written_.empty()) throw LessonError("expected a number before =, found nothing");
  }
  expression_.emplace(text);
}

std::string LessonClaim::words(const Facts& facts) const {
  if (!written_.empty()) return written_;
  return expression_->words(is_now_ ? facts : facts.at_start());
}

std::string LessonClaim::words_or_dash(const Facts& facts) const {
  try {
    return words(facts);
  } catch (const LessonError&) {
    return "—";
  }
}

void LessonClaim::require(const Facts& facts) const {
  const Facts of = is_now_ ? facts : facts.at_start();
  const LessonValue value = expression_->value(of);
  if (written_.empty() || is_as_written(written_, value, of)) return;
  throw LessonError("the text says " + shown(written_) + ", but " + expression_->text() + " is " +
                    shown(lesson_words(value), 80));
}

}  // namespace attn
