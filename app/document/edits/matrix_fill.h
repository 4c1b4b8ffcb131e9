#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

/// The next of a sequence that `state` alone determines (Steele et al. 2014, SplitMix64): the same
/// on every machine, as the standard library's distributions are not.
std::uint64_t next_random(std::uint64_t& state);

/// Normal numbers (mean 0, deviation 1) from a seed, rounded to 2 decimals, which are easy to
/// compute with by hand.
Matrix random_matrix(Index rows, Index cols, std::uint64_t seed);

/// A way to fill a matrix with one click.
struct MatrixFill {
  std::string_view id;
  std::string_view label;
  std::string_view hint;  ///< what it does, in a sentence
  /// Shape and finiteness are kept. Only some use the seed.
  void (*fill)(Matrix& matrix, std::uint64_t seed);
};

std::span<const MatrixFill> matrix_fills();

/// Rows of length 1; a row of zeros stays one.
void normalise_rows(Matrix& matrix);

}  // namespace attn
