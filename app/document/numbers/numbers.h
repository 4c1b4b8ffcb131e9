#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Shortest text from which `value` is restored exactly, also by a reader in double precision that
/// then rounds: "0.2", "-3", "1e+30", "inf".
std::string shortest(float value);
void append_shortest(std::string& out, float value);

/// `value` with `decimals` places and never "-0.00": "0.88".
std::string fixed(double value, int decimals);

/// `value` in at most `digits` significant digits, without trailing zeros: for display, not for
/// storage.
std::string brief(double value, int digits = 3);

/// `number` with a minus sign for drawing: "−0.5", "1e−5". Files, tables, copied and typed text use
/// "-".
std::string with_minus(std::string number);

/// Parses a finite float32; empty if `text` is not one. Allows spaces around it, "−" for "-", and a
/// decimal comma.
std::optional<float> parse_number(std::string_view text);

/// Parses like parse_number(), but does not round to float32, so that a range can be checked on the
/// number as written.
std::optional<double> typed_number(std::string_view text);

}  // namespace attn
