#include "app/document/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace attn {
namespace {

template <typename... Format>
std::string chars(Format... format) {
  std::array<char, 512> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), format...);
  return {buffer.data(), result.ptr};
}

std::string without_minus_zero(std::string text) {
  const bool is_zero = text.find_first_of("123456789in") == std::string::npos;
  if (is_zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

void append_shortest(std::string& out, float value) {
  // Of all float32 numbers, only this one and its negative are read as their neighbour from their
  // shortest text (7.038531e-26) by way of a double.
  constexpr float kReadAsItsNeighbour = 0x1.5c87fap-84F;
  if (std::abs(value) == kReadAsItsNeighbour) {
    out += value < 0 ? "-7.0385307e-26" : "7.0385307e-26";
    return;
  }
  char text[32];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

std::string shortest(float value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string fixed(double value, int decimals) {
  return without_minus_zero(chars(value, std::chars_format::fixed, decimals));
}

std::string brief(double value, int digits) {
  return without_minus_zero(chars(value, std::chars_format::general, digits));
}

std::optional<float> parse_number(std::string_view text) {
  std::string plain(text);
  replace_all(plain, "\u2212", "-");
  if (plain.find('.') == std::string::npos) replace_all(plain, ",", ".");
  const auto first = plain.find_first_not_of(" \t\n\r");
  if (first == std::string::npos) return std::nullopt;
  plain = plain.substr(first, plain.find_last_not_of(" \t\n\r") - first + 1);
  if (plain.starts_with('+') && !plain.starts_with("+-")) plain.erase(0, 1);

  double value = 0;
  const char* end = plain.data() + plain.size();
  const auto result = std::from_chars(plain.data(), end, value);
  const auto number = static_cast<float>(value);
  if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace attn
