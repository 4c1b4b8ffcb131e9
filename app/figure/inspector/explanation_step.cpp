#include "app/figure/inspector/explanation_step.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

#include "app/document/formulas/calculator.h"
#include "app/document/formulas/formula.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

// Maximum number of addends that are written out, and of their characters.
constexpr std::size_t kScoreTerms = 8;
constexpr std::size_t kMostSet = 110;
constexpr std::size_t kLargestTerms = 3;  // number of terms written of a longer sum, besides "⋯"

// A number that is not yet rounded stands in the TeX of a step as "\number2bz{-0.7}": its decimals,
// "b" for brackets if it is negative, "p" also if it has a power of ten, "z" for trailing zeros.
constexpr std::string_view kUnrounded = "\\number";

std::string unrounded(double value, int decimals, std::string_view marks) {
  return std::string(kUnrounded) + std::to_string(decimals) + std::string(marks) + "{" +
         numeral(value) + "}";
}

/// Number as printed, and the unit of its last digit.
struct PrintedNumber {
  std::string tex;
  double value = 0, unit = 0;
};

/// Writes `value` with `extra` more digits than its `decimals`.
PrintedNumber printed(double value, int decimals, std::string_view marks, int extra) {
  const bool has_zeros = marks.ends_with('z');
  const double size = std::abs(value);
  if (value == 0) return {"0", 0, std::pow(10.0, -decimals)};
  if (!std::isfinite(value)) return {tex_number(brief(value)), value, 0};
  const int power = static_cast<int>(std::floor(std::log10(size)));
  std::string text;
  int last = 0;  // power of ten of the last digit
  if (size >= (has_zeros ? 1e-3 : 1e-2) && size < 1e5) {
    constexpr int kDigitsOfAFloat = 6;
    last = -(clamped(kDigitsOfAFloat - 1 - power, 0, decimals) + extra);
    text = fixed(value, -last);
    if (!has_zeros && last < 0) text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  } else {
    last = power - decimals - extra;
    text = brief(value, decimals + 1 + extra);
  }
  const bool has_power = text.find('e') != std::string::npos;
  const bool is_bracketed =
      marks.starts_with('b') && (value < 0 || (has_power && marks.find('p') != std::string::npos));
  const std::string tex = tex_number(text);
  return {is_bracketed ? "(" + tex + ")" : tex, parsed<double>(text).value_or(value),
          std::pow(10.0, last)};
}

/// Part of a step's TeX: an unrounded number, or text before or after one.
struct TexPart {
  std::string_view text;
  std::optional<double> number{};
  int decimals = 0;
  std::string_view marks{};
};

std::vector<TexPart> parts_of(std::string_view tex) {
  std::vector<TexPart> parts;
  for (;;) {
    const std::size_t at = tex.find(kUnrounded);
    if (at > 0 && !tex.empty()) parts.push_back({tex.substr(0, at)});
    if (at == std::string_view::npos) return parts;
    const std::size_t open = tex.find('{', at), close = tex.find('}', at);
    const std::string_view form = tex.substr(at + kUnrounded.size(), open - at - kUnrounded.size());
    parts.push_back({tex.substr(at, close + 1 - at),
                     parsed<double>(tex.substr(open + 1, close - open - 1)), form[0] - '0',
                     form.substr(1)});
    tex.remove_prefix(close + 1);
  }
}

/// How many more digits than their decimals the numbers of a step have.
struct Digits {
  int extra = 0;
  std::map<double, int> of_numbers{};  ///< those that need fewer

  int of(double number) const {
    const auto found = of_numbers.find(number);
    return found == of_numbers.end() ? extra : found->second;
  }
};

std::string rounded(std::string_view tex, const Digits& digits = {},
                    const std::vector<double>& zeros = {}) {
  std::string made;
  for (const TexPart& part : parts_of(tex)) {
    if (!part.number) {
      made += part.text;
      continue;
    }
    const bool is_zero = std::ranges::find(zeros, *part.number) != zeros.end();
    const int extra = digits.of(*part.number);
    made += printed(is_zero ? 0 : *part.number, part.decimals, part.marks, extra).tex;
  }
  return made;
}

/// Expressions of `formula`, which are joined by " = ".
std::vector<std::string_view> sides_of(std::string_view formula) {
  constexpr std::string_view kEqual = " = ";
  std::vector<std::string_view> sides;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t n = 0; n < formula.size(); ++n) {
    depth += formula[n] == '{' ? 1 : formula[n] == '}' ? -1 : 0;
    if (depth > 0 || !formula.substr(n).starts_with(kEqual)) continue;
    sides.push_back(formula.substr(begin, n - begin));
    begin = n + kEqual.size();
  }
  if (begin < formula.size()) sides.push_back(formula.substr(begin));
  return sides;
}

Calculated calculated_tex(std::string_view tex) {
  try {
    return calculated(read_formula(tex));
  } catch (const FormulaError&) {
    return calculated({});
  }
}

/// Rounds the numbers of one step.
class StepRounding {
 public:
  /// `zeros`: results of earlier steps that are rounding errors.
  StepRounding(ExplanationStep& step, std::vector<double>& zeros) : step_(step), zeros_(zeros) {
    const std::vector<TexPart> parts = parts_of(step.result.tex);
    if (parts.size() == 1 && parts[0].number) result_ = parts[0];
  }

  void round() {
    if (!result_) return write({}, 0);
    for (Digits digits; digits.extra <= kMostExtra; ++digits.extra) {
      if (wrong_sides(digits, 0).empty()) {
        shorten(digits);
        return write(digits, 0);
      }
      if (digits.extra == 0 && is_rounding_error()) {
        zeros_.push_back(*result_->number);
        digits.extra = -1;  // compare with a result of 0
      }
    }
    const std::vector<std::size_t> wrong = wrong_sides({.extra = 1}, 1);
    write({.extra = 1}, 1);
    say_nearly(wrong);
  }

 private:
  static constexpr int kMostExtra = 7;

  PrintedNumber result(int extra) const {
    const bool is_zero = std::ranges::find(zeros_, *result_->number) != zeros_.end();
    return printed(is_zero ? 0 : *result_->number, result_->decimals, result_->marks, extra);
  }

  /// Indices of the sides whose value as printed is not the result as printed.
  std::vector<std::size_t> wrong_sides(const Digits& digits, int result_extra) const {
    const std::string formula = rounded(step_.formula, digits, zeros_);
    const PrintedNumber end = result(result_extra);
    std::vector<std::size_t> wrong;
    const std::vector<std::string_view> sides = sides_of(formula);
    for (std::size_t n = 0; n < sides.size(); ++n) {
      const Calculated of = calculated_tex(sides[n]);
      // A calculator has some 12 digits. A result of 0 is exact.
      const double room = end.value == 0 ? std::min(1e-9, 1e-12 * of.size)
                                         : 0.5 * end.unit + 1e-12 * std::abs(end.value);
      if (std::abs(of.value - end.value) > room) wrong.push_back(n);
    }
    return wrong;
  }

  /// Takes digits away from the numbers that do not need them.
  void shorten(Digits& digits) const {
    if (digits.extra == 0) return;
    for (const TexPart& part : parts_of(step_.formula)) {
      if (!part.number || digits.of_numbers.contains(*part.number)) continue;
      int& own = digits.of_numbers[*part.number];
      for (own = 0; own < digits.extra && !wrong_sides(digits, 0).empty(); ++own) {
      }
    }
  }

  bool is_rounding_error() const {
    constexpr double kErrorOfSums = 0x1p-22, kSmall = 1e-6;
    const double size = std::abs(*result_->number);
    if (size == 0 || std::ranges::find(zeros_, *result_->number) != zeros_.end()) return false;
    const std::string formula = rounded(step_.formula, {.extra = kMostExtra}, zeros_);
    return std::ranges::any_of(sides_of(formula), [&](std::string_view side) {
      const Calculated of = calculated_tex(side);
      return size <= kErrorOfSums * of.size || (of.value == 0 && size < kSmall);
    });
  }

  void write(const Digits& digits, int result_extra) {
    step_.formula = rounded(step_.formula, digits, zeros_);
    for (ExplanationTerm& term : step_.terms) {
      term.tex = rounded(term.tex, digits, zeros_);
      term.says = rounded(term.says, digits, zeros_);
    }
    step_.result.tex = rounded(step_.result.tex, {.extra = result_extra}, zeros_);
  }

  /// Changes "=" after these sides to "≈".
  void say_nearly(const std::vector<std::size_t>& sides) {
    constexpr std::string_view kNearly = " \\approx ";
    std::string made;
    const std::vector<std::string_view> all = sides_of(step_.formula);
    for (std::size_t n = 0; n < all.size(); ++n) {
      const bool is_nearly = std::ranges::find(sides, n) != sides.end();
      made += all[n];
      if (n + 1 < all.size() || step_.formula.ends_with(" = ")) made += is_nearly ? kNearly : " = ";
    }
    step_.formula = std::move(made);
  }

  ExplanationStep& step_;
  std::vector<double>& zeros_;
  std::optional<TexPart> result_;
};

/// Number of printed characters of `tex`, as its approximate width.
std::size_t set_characters(std::string_view tex) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < tex.size(); ++n) {
    if (tex[n] == '\\') {
      const std::size_t end = tex.find_first_not_of("abcdefghijklmnopqrstuvwxyz", n + 1);
      const std::string_view command = tex.substr(n + 1, end - n - 1);
      const bool sets_nothing = command == "query" || command == "key" || command == "operatorname";
      count += sets_nothing ? 0 : command == "tanh" ? 4 : 1;
      n = std::min(end, tex.size()) - 1;
    } else if (tex[n] != '{' && tex[n] != '}' && tex[n] != ' ') {
      ++count;
    }
  }
  return count;
}

/// Indices of the `addends` that are written out: all, or only the largest if there are many.
std::vector<std::size_t> written_out(const std::vector<Addend>& addends) {
  std::vector<std::size_t> order(addends.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::size_t set = 0;
  for (const Addend& addend : addends) set += set_characters(rounded(addend.term.tex));
  if (addends.size() <= kLargestTerms) return order;
  if (addends.size() <= kScoreTerms && set <= kMostSet) return order;
  std::ranges::stable_sort(order, {}, [&](std::size_t n) { return -std::abs(addends[n].value); });
  order.resize(kLargestTerms);
  std::ranges::sort(order);
  return order;
}

/// Removes a trailing "[12]" from `name`, if there is one.
std::optional<Index> take_index(std::string_view& name) {
  if (!name.ends_with(']')) return std::nullopt;
  const auto open = name.rfind('[');
  if (open == std::string_view::npos) return std::nullopt;
  const auto index = parsed<Index>(name.substr(open + 1, name.size() - open - 2));
  if (index) name = name.substr(0, open);
  return index;
}

}  // namespace

Sources unique_sources(Sources sources) {
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

std::optional<Side> side_in(const Sources& sources, std::string_view control) {
  if (sources.empty()) return std::nullopt;
  std::string_view name = control;
  const auto column = take_index(name);
  const auto row = column ? take_index(name) : std::nullopt;
  for (const Source& source : sources) {
    const bool is_cell = row && source.name == name && source.covers(*row, *column);
    const bool is_control = source.name == control && !source.row && !source.column;
    if (is_cell || is_control) return source.side;
  }
  return std::nullopt;
}

std::string step_number(double value, int decimals) { return unrounded(value, decimals, ""); }
std::string bracketed(double value, int decimals) { return unrounded(value, decimals, "b"); }
std::string fixed_number(double value, int decimals) { return unrounded(value, decimals, "z"); }
std::string bracketed_fixed(double value, int decimals) { return unrounded(value, decimals, "bz"); }
std::string base_of_power(double value) { return unrounded(value, 2, "bp"); }

std::string in_brackets(std::string number) {
  return number.starts_with(kUnrounded) ? number.insert(kUnrounded.size() + 1, "b") : number;
}

void add_addends(ExplanationStep& step, std::vector<Addend> addends, const SaysOfAddend& says) {
  const std::vector<std::size_t> written = written_out(addends);
  const bool is_whole = written.size() == addends.size();
  double rest = 0;
  Sources sources;
  for (std::size_t n = 0; n < addends.size(); ++n) {
    if (is_whole || std::ranges::binary_search(written, n)) continue;
    rest += addends[n].value;
    std::ranges::move(addends[n].term.sources, std::back_inserter(sources));
  }
  for (const std::size_t n : written) {
    if (says) addends[n].term.says = says(n, addends[n].value);
    step.add(n == written.front() ? "" : " + ", std::move(addends[n].term));
  }
  if (is_whole) return;
  const std::size_t folded = addends.size() - written.size();
  step.add(" + ", rest_term(rest, std::move(sources),
                            std::to_string(folded) + " more sum to " + plain_number(rest)));
}

ExplanationTerm rest_term(double rest, Sources sources, std::string says) {
  const std::string tex = rest == 0 ? "0" : "(\\cdots\\,{" + step_number(rest) + "})";
  return {tex, unique_sources(std::move(sources)), std::move(says)};
}

void round_numbers(std::vector<ExplanationStep>& steps) {
  std::vector<double> zeros;
  for (ExplanationStep& step : steps) StepRounding(step, zeros).round();
}

std::string plain_number(double value) { return with_minus(brief(value, 3)); }

std::string adds_words(double value, const std::string& sum) {
  return (value < 0 ? "subtracts " : "adds ") + plain_number(std::abs(value)) +
         (value < 0 ? " from " : " to ") + sum;
}

}  // namespace attn
