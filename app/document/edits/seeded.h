#pragma once

#include <cstdint>

#include "engine/base/matrix.h"

namespace attn {

/// The next of a sequence that `state` alone determines (Steele et al. 2014, SplitMix64): the same
/// on every machine, as the standard library's distributions are not.
std::uint64_t next_random(std::uint64_t& state);

/// Normal numbers (mean 0, deviation 1) from a seed, rounded to 2 decimals, which are easy to
/// compute with by hand.
Matrix random_matrix(Index rows, Index cols, std::uint64_t seed);

}  // namespace attn
