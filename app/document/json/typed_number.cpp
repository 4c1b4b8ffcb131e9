#include "app/document/json/typed_number.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace attn {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::optional<double> typed_number(std::string_view text) {
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
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return std::isfinite(static_cast<float>(value)) ? std::optional(value) : std::nullopt;
}

}  // namespace attn
