#pragma once

#include <string>
#include <string_view>

#include "app/gl/compute/compute_buffer.h"
#include "app/gl/compute/compute_kernel.h"

namespace attn::gl {

/// Matrices of some heads in one buffer, each by its rows, whose numbers are adjacent.
struct ComputeOperand {
  const ComputeBuffer* buffer = nullptr;
  Index head_step = 0;  ///< from head to head; 0 where all have the same
  Index row_step = 0;
  Index first = 0;
};

/// For each of some heads: result = factor · Σ_c pair(left[i, c], right[c, j]) + added[j].
struct ComputeProduct {
  std::string_view pair = "product";  ///< a function in shaders/product.comp
  ComputeOperand left, right, result;
  bool right_rows = false;  ///< `right` is given by its columns, as rows
  Index rows = 0, columns = 0, depth = 0;
  std::size_t first_head = 0, heads = 1;
  const ComputeBuffer* parameters = nullptr;  ///< what `pair` needs beside
  Index parameter_step = 0;                   ///< from head to head
  std::string_view bend = "tanh_of";          ///< what a `pair` that bends bends by
  const ComputeBuffer* added = nullptr;       ///< a row for each head; null for none
  double factor = 1;
  int stage = 0;  ///< the bit that is set in `overflows` where a number leaves float32's range
  bool wide = false;

  void run(ComputeKernels& kernels) const;
};

}  // namespace attn::gl
