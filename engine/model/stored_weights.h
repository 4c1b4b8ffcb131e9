#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/buffer.h"
#include "engine/base/matrix.h"
#include "engine/kernels/kernels.h"

namespace attn {

/// Numbers of a linear layer in the type of their file: a row for each output, outputs x inputs,
/// as PyTorch stores them. Copies share the numbers.
class StoredWeights {
 public:
  StoredWeights() = default;
  /// Numbers are uninitialised.
  StoredWeights(NumberType type, Index outputs, Index inputs);
  /// The layer x · `matrix` in float32; `matrix` is inputs x outputs.
  static StoredWeights of(const Matrix& matrix);

  NumberType type() const { return type_; }
  Index outputs() const { return outputs_; }
  Index inputs() const { return inputs_; }
  bool is_empty() const { return outputs_ == 0; }
  std::size_t bytes() const { return row_bytes() * static_cast<std::size_t>(outputs_); }

  /// Outputs [first, first + count), which share the numbers.
  StoredWeights some(Index first, Index count) const;

  /// Numbers of an output as they are stored.
  char* row(Index output) { return data_->data() + offset(output); }
  const char* row(Index output) const { return data_->data() + offset(output); }
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(inputs_) * bytes_of_number(type_);
  }

  /// Rows [first, first + count) in float32: those stored, or converted into `converted`.
  const float* floats(Index first, Index count, const Kernels& kernels,
                      Buffer<float>& converted) const;

 private:
  std::size_t offset(Index output) const {
    return static_cast<std::size_t>(first_ + output) * row_bytes();
  }

  NumberType type_ = NumberType::kFloat32;
  Index first_ = 0;  ///< output in the data
  Index outputs_ = 0, inputs_ = 0;
  std::shared_ptr<Buffer<char>> data_;
};

/// Outputs [first, first + count) of `weights` as a matrix: inputs x count.
Matrix matrix_of(const StoredWeights& weights, Index first, Index count);

}  // namespace attn
