#include "app/document/numbers/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdio>

#include "engine/base/numerals.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string without_minus_zero(std::string text) {
  const bool is_zero = text.find_first_of("123456789in") == std::string::npos;
  if (is_zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

}  // namespace

void append_shortest(std::string& out, float value) {
  // The only float32, with its negative, whose shortest text (7.038531e-26) gives the neighbouring
  // float32 if it is parsed as a double and rounded.
  constexpr float kReadAsItsNeighbour = 0x1.5c87fap-84F;
  if (std::abs(value) == kReadAsItsNeighbour) {
    out += value < 0 ? "-7.0385307e-26" : "7.0385307e-26";
    return;
  }
  append_numeral(out, value);
}

std::string shortest(float value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string fixed(double value, int decimals) {
  return without_minus_zero(numeral(value, std::chars_format::fixed, decimals));
}

std::string brief(double value, int digits) {
  std::string text = without_minus_zero(numeral(value, std::chars_format::general, digits));
  const auto e = text.find('e');
  if (e == std::string::npos) return text;
  const std::string_view sign = text[e + 1] == '-' ? "-" : "";
  return text.replace(e + 1, text.find_first_of("123456789", e) - (e + 1), sign);
}

std::string with_minus(std::string number) {
  replace_all(number, "-", "\u2212");
  return number;
}

std::optional<float> parse_number(std::string_view text) {
  const auto number = typed_number(text);
  return number ? std::optional(static_cast<float>(*number)) : std::nullopt;
}

std::optional<double> typed_number(std::string_view text) {
  std::string plain(text);
  replace_all(plain, "\u2212", "-");
  if (plain.find('.') == std::string::npos) replace_all(plain, ",", ".");
  plain = std::string(trimmed(plain));
  if (plain.starts_with('+') && !plain.starts_with("+-")) plain.erase(0, 1);

  const auto value = parsed<double>(plain);
  return value && std::isfinite(static_cast<float>(*value)) ? value : std::nullopt;
}

}  // namespace attn
