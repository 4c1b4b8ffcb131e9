#include "app/figure/numbers/printed_numbers.h"

#include <cmath>

#include "app/document/numbers/numbers.h"

namespace attn {

double printed_value(double value, int decimals) {
  const double steps = std::pow(10.0, decimals);
  return std::round(value * steps) / steps;
}

std::string signed_number(double value, int decimals) {
  const std::string words = fixed(value, decimals);
  return words.starts_with('-') ? with_minus(words) : "+" + words;
}

}  // namespace attn
