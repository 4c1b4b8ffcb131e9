#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/tensors/tensor_file.h"
#include "engine/attention/scene.h"

namespace attn {

/// A reading of an array that masks scores.
struct VectorMask {
  std::vector<Mask> masks{};
  std::optional<Matrix> bias{};  ///< M x L, finite numbers that are added to the scores
  std::string words{};           ///< "causal, by \"mask\"", "\"mask\", true where a key is hidden"
};

/// Masks that hide just these cells, M x L: those of the patterns of masks, or the cells
/// themselves.
std::vector<Mask> masks_of_cells(const BoolMatrix& hidden);

/// Kinds of these masks: "causal", "causal and padding"; empty without any.
std::string mask_kinds_words(const std::vector<Mask>& masks);

/// Array of a file that is called mask, attn_mask or attention_mask, also after `prefix`, which is
/// preferred; null if there is none.
const Tensor* mask_array(const TensorFile& file, const std::string& prefix);

/// Readings of a mask for M queries and L keys, the likeliest first: booleans (also as 0 and 1) are
/// true where a key is seen, or where it is hidden; those that hide all keys of a query come last.
/// Other numbers are added to the scores, and hide keys that no softmax sees. The axes are keys,
/// before them queries, or a batch of one row each; before those a batch. Without readings: the
/// sizes do not fit.
std::vector<VectorMask> read_mask(const TensorFile& file, const Tensor& tensor, Index batch,
                                  Index M, Index L);

}  // namespace attn
