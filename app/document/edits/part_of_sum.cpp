#include "app/document/edits/part_of_sum.h"

#include <algorithm>
#include <cmath>

#include "app/document/json/numbers.h"

namespace attn {
namespace {

constexpr int kFewest = 3, kMost = 6;
constexpr double kSmallest = 1e-3, kLargest = 1e6;  // of what is written without a power of ten

/// The power of ten that all three are written with.
int common_exponent(double part, double sum) {
  const double largest = std::max({std::abs(part), std::abs(sum - part), std::abs(sum)});
  if (largest == 0 || (largest >= kSmallest && largest < kLargest)) return 0;
  return static_cast<int>(std::floor(std::log10(largest)));
}

}  // namespace

PartOfSum part_of_sum(double part, double sum) {
  const int exponent = common_exponent(part, sum);
  const double unit = std::pow(10.0, exponent);
  const std::string power = exponent == 0 ? "" : "e" + std::to_string(exponent);
  for (int decimals = kFewest;; ++decimals) {
    const double steps = std::pow(10.0, decimals) / unit;
    const double one = std::round(part * steps), all = std::round(sum * steps);
    const bool adds_up = one + std::round((sum - part) * steps) == all;
    if (!adds_up && decimals < kMost) continue;
    const auto written = [&](double count) {
      return fixed(count / std::pow(10.0, decimals), decimals) + power;
    };
    return {written(one), written(all - one), written(all)};
  }
}

}  // namespace attn
