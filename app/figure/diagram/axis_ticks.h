#pragma once

#include <string>
#include <vector>

namespace attn {

/// Smallest of 1, 2, 5 · 10^k that is at least `step`. Precondition: `step` > 0.
double nice_step(double step);

/// Multiples of `step` in low … high, at most a thousand.
std::vector<double> ticks(double low, double high, double step);

/// Label of a tick, with as many digits as its step needs: "2.5", "−0.02", "1e6".
std::string tick_label(double value, double step);

/// Extends low … high to multiples of a step, with about `count` steps; equal ends are widened.
struct AxisRange {
  double low = 0, high = 1, step = 1;
};
AxisRange nice_range(double low, double high, int count = 8);

}  // namespace attn
