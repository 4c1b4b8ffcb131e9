#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/document/tensors/tensor.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Builds a TensorFile in memory, from arrays that were read in another format. Throws
/// TensorFileError if there are too many.
class ArrayBuilder {
 public:
  /// Adds an array of float64, its last index fastest.
  void add_numbers(const std::string& name, Axes axes, std::span<const double> numbers);
  /// Adds an array of texts (UTF-8), likewise. Throws TensorFileError if they are too long.
  void add_texts(const std::string& name, Axes axes, std::span<const std::string> texts);

  /// Throws TensorFileError if two arrays have one name.
  TensorFile file() &&;

 private:
  void add(const std::string& name, std::string_view kind, std::size_t bytes, Axes axes);

  std::string bytes_;
  std::vector<Tensor> tensors_;
};

}  // namespace attn
