#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Temperature at `place` (0…1) on the slider: the ends are exactly 0 (hard) and infinity
/// (uniform), the middle is 1 and slightly sticky, logarithmic between them.
float temperature_at(float place);

/// Slider position of `temperature`, the inverse; temperatures off the scale are clamped to the
/// nearest position that is not an end.
float place_of(float temperature);

/// `temperature` after a step of this number of decades: stops at 1, becomes an end beyond the
/// scale, and returns to the scale from an end.
float stepped_temperature(float temperature, float decades);

/// "0.5", "1.00", "0", "∞".
std::string temperature_text(float temperature);

/// Parses a temperature: a number >= 0, "inf" or "∞".
std::optional<float> parse_temperature(std::string_view text);

}  // namespace attn
