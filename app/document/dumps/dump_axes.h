#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Meaning of an axis of an array of attention.
struct AxisMeaning {
  char letter;
  std::string_view name;  ///< "heads"
};

/// Layers, batch, heads, queries, keys, steps of generation, and the width of vectors. Letters, one
/// for each axis in the order of an array's indices, say what its axes are: "lhqk". Rows of several
/// steps stand below each other; an array without queries has one row for each step, or one.
/// Vectors have one axis of tokens, q, and one of their width, d.
std::span<const AxisMeaning> axis_meanings();

/// Problem of letters that a user typed; empty if there is none.
std::string axes_problem(std::string_view letters);

/// "layers × heads × queries × keys"
std::string axes_names(std::string_view letters);

/// Axes of an array, and the doubts about them.
struct GuessedAxes {
  std::string letters;
  std::vector<DumpDoubt> doubts;
};

/// Guesses the axes of a `tensor` of 2 to 5 axes, which is a layer of several if `is_of_layer`. The
/// batch has as many sequences as the file has rows of tokens, `token_rows`; 0 or 1 say nothing.
/// Weights sum to 1 over the keys: some numbers are read for that. Throws TensorFileError.
GuessedAxes guess_axes(const TensorFile& file, const Tensor& tensor, bool is_of_layer,
                       Index token_rows);

}  // namespace attn
