#include "app/figure/diagram/axis_ticks.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "engine/base/clamped.h"

namespace attn {

double nice_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= step * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

std::vector<double> ticks(double low, double high, double step) {
  std::vector<double> found;
  const double first = std::ceil(low / step - 1e-6);
  for (int n = 0; n < 1000; ++n) {
    const double value = (first + n) * step;
    if (value > high + 1e-6 * step) break;
    found.push_back(value + 0.0);
  }
  return found;
}

std::string tick_label(double value, double step) {
  if (std::abs(value) < step * 1e-6) return "0";
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  if (std::abs(value) >= 1e5 || decimals > 4) {
    const double digits =
        std::floor(std::log10(std::abs(value)) + 1e-9) - std::floor(std::log10(step) + 1e-9) + 1;
    return with_minus(brief(value, clamped(static_cast<int>(digits), 3, 15)));
  }
  return with_minus(fixed(value, decimals));
}

AxisRange nice_range(double low, double high, int count) {
  if (!(high > low)) {
    const double around = std::max(1.0, std::abs(low) * 0.5);
    low -= around, high += around;
  }
  const double step = nice_step((high - low) / count);
  return {std::floor(low / step + 1e-6) * step, std::ceil(high / step - 1e-6) * step, step};
}

}  // namespace attn
