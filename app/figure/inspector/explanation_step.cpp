#include "app/figure/inspector/explanation_step.h"

#include <cmath>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"

namespace attn {

std::string step_number(double value) { return step_number(value, 2); }

std::string step_number(double value, int decimals) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 0.01 && size < 1e5) {
    std::string text = fixed(value, decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
  }
  return tex_number(brief(value, decimals + 1));
}

std::string bracketed(double value) {
  return value < 0 ? "(" + step_number(value) + ")" : step_number(value);
}

}  // namespace attn
