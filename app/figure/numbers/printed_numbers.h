#pragma once

#include <string>

namespace attn {

// Numbers as they are printed with some decimals, for sums that hold as printed.

/// `value` rounded to `decimals` places.
double printed_value(double value, int decimals);

/// `value` with its sign, which is "+" of 0, too: "−0.11".
std::string signed_number(double value, int decimals);

}  // namespace attn
