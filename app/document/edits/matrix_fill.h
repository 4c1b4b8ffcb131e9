#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

/// Next number of the sequence of `state` (Steele et al. 2014, SplitMix64): equal on every machine,
/// unlike the standard library's distributions.
std::uint64_t next_random(std::uint64_t& state);

/// Normal random numbers (mean 0, standard deviation 1) from a seed, rounded to 2 decimals for
/// computing by hand.
Matrix random_matrix(Index rows, Index cols, std::uint64_t seed);

/// Way to fill a matrix by one click.
struct MatrixFill {
  std::string_view id;
  std::string_view label;
  std::string_view hint;  ///< description in a sentence
  /// Fills the matrix with finite numbers; its shape stays. `seed` may be ignored.
  void (*fill)(Matrix& matrix, std::uint64_t seed);
};

std::span<const MatrixFill> matrix_fills();

/// Scales rows to length 1; zero rows stay zero.
void normalise_rows(Matrix& matrix);

}  // namespace attn
