#include "app/document/edits/part_of_sum.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "app/document/numbers/numbers.h"

namespace attn {
namespace {

constexpr int kFewest = 3, kMost = 6;
constexpr double kSmallest = 1e-3, kLargest = 1e6;  // limits for numbers without a power of ten

/// Returns whether steps of 10^exponent are below the error `miss` of a sum in single precision:
/// adjusting each part by a step could not compensate.
bool is_lost(double miss, int exponent) { return miss >= 0.5 * std::pow(10.0, exponent); }

/// Common power of ten for parts that miss the sum by `miss`.
int common_exponent(std::span<const double> parts, double sum, double miss) {
  double largest = std::abs(sum);
  for (const double part : parts) largest = std::max(largest, std::abs(part));
  const bool is_told = largest >= kSmallest && largest < kLargest && !is_lost(miss, -kFewest);
  if (largest == 0 || is_told) return 0;
  return static_cast<int>(std::floor(std::log10(largest)));
}

/// Integer multiples of 10^(exponent − decimals).
struct RoundedParts {
  int exponent = 0, decimals = kFewest;
  std::vector<double> parts{};  ///< rounded
  double sum = 0;               ///< rounded
  double left = 0;              ///< difference of the rounded sum and the rounded parts

  double size() const { return std::pow(10.0, exponent - decimals); }
  std::string text(double count) const {
    if (count == 0 && exponent != 0) return "0";  // without a power of ten
    const std::string power = exponent == 0 ? "" : "e" + std::to_string(exponent);
    return fixed(count / std::pow(10.0, decimals), decimals) + power;
  }
};

/// With the fewest decimals for which the parts add up, or the most allowed.
RoundedParts steps_of(std::span<const double> parts, double sum) {
  const double miss = std::abs(std::accumulate(parts.begin(), parts.end(), 0.0) - sum);
  RoundedParts steps{.exponent = common_exponent(parts, sum, miss)};
  for (;; ++steps.decimals) {
    const double size = steps.size();
    steps.sum = std::round(sum / size);
    steps.left = steps.sum;
    steps.parts.clear();
    for (const double part : parts) {
      steps.parts.push_back(std::round(part / size));
      steps.left -= steps.parts.back();
    }
    if (steps.left == 0 || steps.decimals == kMost) return steps;
    if (is_lost(miss, steps.exponent - steps.decimals - 1)) return steps;
  }
}

}  // namespace

WrittenSum written_sum(std::span<const double> parts, double sum) {
  RoundedParts steps = steps_of(parts, sum);
  // Adjusts the parts with the largest rounding errors by one step.
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const double sign = steps.left < 0 ? -1 : 1;
  std::ranges::stable_sort(
      order, {}, [&](std::size_t n) { return -sign * (parts[n] / steps.size() - steps.parts[n]); });
  for (std::size_t n = 0; n < order.size() && steps.left != 0; ++n) {
    steps.parts[order[n]] += sign;
    steps.left -= sign;
  }
  WrittenSum made{{}, steps.text(steps.sum)};
  for (const double count : steps.parts) made.parts.push_back(steps.text(count));
  return made;
}

PartOfSum part_of_sum(double part, double sum) {
  const double parts[] = {part, sum - part};
  const RoundedParts steps = steps_of(parts, sum);
  return {steps.text(steps.parts[0]), steps.text(steps.sum - steps.parts[0]),
          steps.text(steps.sum)};
}

}  // namespace attn
