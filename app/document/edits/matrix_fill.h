#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

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
