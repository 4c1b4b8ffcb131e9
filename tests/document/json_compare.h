#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace attn::test {

/// |a − b| <= absolute + relative · |b|.
struct Tolerance {
  double absolute = 2e-5;
  double relative = 1e-4;
};

/// First difference between `found` and `expected`, or empty. Shapes and keys are compared exactly,
/// numbers within the tolerance.
inline std::string difference(const nlohmann::json& found, const nlohmann::json& expected,
                              Tolerance tolerance = {}, const std::string& place = "") {
  if (expected.is_number() && found.is_number()) {
    const double a = found.get<double>();
    const double b = expected.get<double>();
    if (std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b)) return "";
    return place + ": " + found.dump() + " for " + expected.dump();
  }
  if (found.type() != expected.type() || found.size() != expected.size()) {
    return place + ": another type or size";
  }
  if (expected.is_array()) {
    for (std::size_t n = 0; n < expected.size(); ++n) {
      const std::string here = place + "/" + std::to_string(n);
      const std::string text = difference(found[n], expected[n], tolerance, here);
      if (!text.empty()) return text;
    }
    return "";
  }
  if (expected.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      if (!found.contains(key)) return place + "/" + key + ": missing";
      const std::string text = difference(found[key], value, tolerance, place + "/" + key);
      if (!text.empty()) return text;
    }
    return "";
  }
  return found == expected ? "" : place + ": " + found.dump() + " for " + expected.dump();
}

}  // namespace attn::test
