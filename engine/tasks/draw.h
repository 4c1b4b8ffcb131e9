#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Random numbers from a seed, equal on every machine, unlike those of the standard library's
/// distributions. SplitMix64 (Steele, Lea & Flood 2014).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  /// Independent stream for each `part` of a seed.
  Draw(std::uint64_t seed, std::uint64_t part) : state_(Draw(seed ^ Draw(part).bits()).bits()) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }

  /// Uniform in 0 … end − 1 up to 2^−32; 0 < end < 2^31.
  Index below(Index end) {
    return static_cast<Index>((bits() >> 32) * static_cast<std::uint64_t>(end) >> 32);
  }
  bool coin() { return below(2) == 1; }

  /// Uniform in [0, 1), with 53 bits.
  double share() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Normal with mean 0 and standard deviation 1 (Box & Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - share()));
    return radius * std::cos(2 * std::numbers::pi * share());
  }

  /// Random permutation of 0 … count − 1 (Fisher & Yates 1938).
  std::vector<Index> order(Index count) {
    std::vector<Index> order;
    for (Index n = 0; n < count; ++n) {
      order.push_back(n);
      std::swap(order.back(), order[static_cast<std::size_t>(below(n + 1))]);
    }
    return order;
  }

 private:
  std::uint64_t state_;
};

/// Position of n in a permutation of 0 … count − 1 from `seed`, without computing the others: a
/// Feistel network (Luby & Rackoff 1988) on the same number of bits, repeated until the result is
/// below `count` (Black & Rogaway 2002).
inline Index place_in_order(std::uint64_t seed, Index count, Index n) {
  int half = 1;
  while ((Index(1) << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t(1) << half) - 1;
  auto place = static_cast<std::uint64_t>(n);
  do {
    for (std::uint64_t round = 0; round < 8; ++round) {
      const std::uint64_t left = place >> half, right = place & mask;
      const std::uint64_t mixed = Draw(seed, (round << 32) + right).bits();
      place = (right << half) + ((left ^ mixed) & mask);
    }
  } while (place >= static_cast<std::uint64_t>(count));
  return static_cast<Index>(place);
}

}  // namespace attn
