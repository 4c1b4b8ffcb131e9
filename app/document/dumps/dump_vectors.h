#pragma once

#include <string>
#include <vector>

#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Whether an array can be attention: 2 to 5 axes of floating point, and numbers.
bool is_of_matrices(const Tensor& tensor);
/// All such arrays of a file.
std::vector<const Tensor*> matrices_in(const TensorFile& file);
/// Reason why a file has none.
std::string why_no_matrices(const TensorFile& file);

/// Arrays of a layer's queries, keys and values. Points into its TensorFile.
struct VectorArrays {
  const Tensor* queries = nullptr;
  const Tensor* keys = nullptr;
  const Tensor* values = nullptr;  ///< null: the file has none
};

/// Arrays of queries in a file: 2 to 5 axes of floating point, called by a word like q or query, as
/// "layers.0.q" or "blocks.0.attn.hook_q", beside which an array has the name with k or key. Those
/// that RoPE has rotated ("hook_rot_q") stand for the others.
std::vector<const Tensor*> query_arrays(const TensorFile& file);

/// The arrays that belong to one of query_arrays().
VectorArrays vectors_beside(const TensorFile& file, const Tensor& queries);

/// Those of matrices_in() to choose from: queries stand for their keys and values.
std::vector<const Tensor*> arrays_to_choose(const TensorFile& file);

/// Other arrays of a file that are weights or scores of `queries` and their keys, by the sizes of
/// their last two axes, and by their names or the sums of their rows; those not called scores come
/// first.
std::vector<const Tensor*> weights_beside(const TensorFile& file,
                                          const std::vector<const Tensor*>& queries);

}  // namespace attn
