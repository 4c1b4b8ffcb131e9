#include "app/document/formulas/tex_number.h"

#include <charconv>

namespace attn {

std::string tex_number(std::string_view written) {
  const std::string sign = written.starts_with('-') ? "-" : "";
  if (written.substr(sign.size()) == "inf") return sign + "\\infty";
  const std::size_t power = written.find('e');
  if (power == std::string_view::npos) return std::string(written);
  std::string_view digits = written.substr(power + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  const std::string_view factor = written.substr(0, power);
  const std::string ten = "10^{" + std::to_string(exponent) + "}";
  return factor == "1" ? ten : std::string(factor) + " \\cdot " + ten;
}

}  // namespace attn
