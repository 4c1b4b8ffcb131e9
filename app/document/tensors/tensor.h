#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/tensors/element.h"

namespace attn {

/// The sizes of an array's axes, slowest first as it is indexed.
using Axes = std::vector<Index>;

/// "2 × 12 × 64 × 64"; "one number" where there are no axes.
std::string axes_words(std::span<const Index> axes);

/// A deflated member of an archive.
struct Compressed {
  std::uint64_t at = 0, bytes = 0;  ///< in the file
  std::uint64_t before = 0;         ///< of what it inflates to, where the array begins
};

/// What a file says of one array, all of it checked: its numbers are where they are said to be.
struct Tensor {
  std::string name;  ///< UTF-8; empty in a file of one
  const ElementKind* kind = nullptr;
  std::uint64_t element_bytes = 0;
  Axes axes;
  bool is_fortran = false;  ///< the first axis is the fastest
  std::uint64_t at = 0;     ///< in the file, where it is not compressed
  std::optional<Compressed> compressed = {};

  std::uint64_t count() const;
  std::uint64_t bytes() const { return count() * element_bytes; }
  /// Of each axis, in elements.
  std::vector<std::uint64_t> steps() const;
};

/// Two axes of an array, or a part of them: where each number of a matrix is, in elements.
struct TensorPlane {
  std::uint64_t first = 0, row_step = 0, col_step = 0;
  Index rows = 0, cols = 0;

  TensorPlane transposed() const { return {first, col_step, row_step, cols, rows}; }
  /// `from` to `to`, not included.
  TensorPlane some_rows(Index from, Index to) const;
  TensorPlane some_columns(Index from, Index to) const;
};

/// The last two axes, where the axes before them have these indices; of an array of two there are
/// none.
TensorPlane plane_of(const Tensor& tensor, std::span<const Index> indices = {});

}  // namespace attn
