#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The temperature at `place` (0…1) on the slider: the ends are exactly 0 (hard) and infinity
/// (uniform), the middle is 1 and a little sticky, between them it is logarithmic.
float temperature_at(float place);

/// Where on the slider `temperature` is shown: the inverse, for temperatures off its scale the
/// nearest place that is not an end.
float place_of(float temperature);

/// `temperature` after a step of so many decades: 1 is not passed over, what leaves the scale is an
/// end, and from an end it comes back onto the scale.
float stepped_temperature(float temperature, float decades);

/// "0.5", "1.00", "0", "∞".
std::string temperature_text(float temperature);

/// What a person may write for a temperature: a number >= 0, "inf" or "∞".
std::optional<float> parse_temperature(std::string_view text);

}  // namespace attn
