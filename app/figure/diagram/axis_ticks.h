#pragma once

#include <string>
#include <vector>

namespace attn {

/// The smallest of 1, 2, 5 · 10^k that is at least `step`, which must be > 0.
double nice_step(double step);

/// The multiples of `step` in low … high, at most a thousand.
std::vector<double> ticks(double low, double high, double step);

/// A tick's number, as long as its step asks for: "2.5", "−0.02", "1e6".
std::string tick_label(double value, double step);

/// low … high made as wide as whole steps, of which it then holds about `count`; where both are the
/// same, one around it.
struct AxisRange {
  double low = 0, high = 1;
};
AxisRange nice_range(double low, double high, int count = 8);

}  // namespace attn
