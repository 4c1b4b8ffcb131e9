#include "app/session/measures/temperature_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/document/numbers/numbers.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr float kEnd = 0.03F;    // width of the ends on the slider
constexpr float kDecades = 2;    // from 1 down, and up
constexpr float kSnap = 0.015F;  // on either side of the middle
constexpr float kHottest = std::numeric_limits<float>::infinity();

/// Rounds to three significant digits.
float rounded(double temperature) {
  const double unit = std::pow(10.0, std::floor(std::log10(temperature)) - 2);
  return static_cast<float>(std::round(temperature / unit) * unit);
}

}  // namespace

float stepped_temperature(float temperature, float decades) {
  if (temperature == 0) return decades > 0 ? temperature_at(kEnd) : 0;
  if (temperature == kHottest) return decades < 0 ? temperature_at(1 - kEnd) : kHottest;
  const double from = std::log10(static_cast<double>(temperature));
  const double to = from + static_cast<double>(decades);
  if (from * to < 0) return 1;
  constexpr double kClose = 1e-3;
  if (decades > 0 && to > kDecades + kClose) return kHottest;
  if (decades < 0 && to < -kDecades - kClose) return 0;
  return rounded(std::pow(10.0, to));
}

float temperature_at(float place) {
  if (place < kEnd) return 0;
  if (place > 1 - kEnd) return kHottest;
  if (std::abs(place - 0.5F) < kSnap) return 1;
  const double exponent = (place - 0.5) / (0.5 - kEnd) * kDecades;
  return rounded(std::pow(10.0, exponent));
}

float place_of(float temperature) {
  if (temperature == 0) return 0;
  if (temperature == kHottest) return 1;
  const float exponent = clamped(std::log10(temperature), -kDecades, kDecades);
  return 0.5F + exponent / kDecades * (0.5F - kEnd);
}

std::string temperature_text(float temperature) {
  if (temperature == kHottest) return "∞";
  if (temperature == 0) return "0";
  if (temperature >= 0.1F && temperature < 10) return fixed(temperature, 2);
  return brief(temperature, 3);
}

std::optional<float> parse_temperature(std::string_view text) {
  if (text == "∞" || text == "inf" || text == "Inf" || text == "infinity") return kHottest;
  const auto number = typed_number(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<float>(std::abs(*number));
}

}  // namespace attn
