#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The shortest text that restores `value`, also for those who read it in double precision and
/// round: "0.2", "-3", "1e+30", "inf".
std::string shortest(float value);
void append_shortest(std::string& out, float value);

/// `value` with `decimals` places and never "-0.00": "0.88".
std::string fixed(double value, int decimals);

/// `value` in at most `digits` significant digits, without trailing zeros: for display, not for
/// storage.
std::string brief(double value, int digits = 3);

/// `number` as it is drawn: "−0.5", "1e−5". Files, tables, what is copied and what is typed have
/// "-".
std::string with_minus(std::string number);

/// The finite float32 that `text` (spaces around it allowed, "−" for "-", a decimal comma) says,
/// or nothing.
std::optional<float> parse_number(std::string_view text);

/// The number, finite in float32, that `text` (spaces around it allowed, "−" for "-", a decimal
/// comma) says, or nothing. It is not rounded yet: a range is checked on the number as written.
std::optional<double> typed_number(std::string_view text);

}  // namespace attn
