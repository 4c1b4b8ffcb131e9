#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/offers/import_choice.h"

namespace attn {

/// Maximum number of rows and columns of a preview; larger ones are pooled.
inline constexpr Index kMostPreviewed = 512;

/// Choices that an opened dump offers.
struct ImportOutline {
  std::vector<Index> layers{};  ///< their numbers
  Index batches = 1, steps = 1;
  std::vector<DumpAxis> axes{};  ///< empty if their meaning cannot be chosen
  std::vector<DumpDoubt> doubts{};
  bool has_choice_of_numbers = true;
};
ImportOutline outline_of(const AttentionDump& dump);

/// Preview of a layer and one of its heads, before it is opened as a scene.
struct ImportPreview {
  Index layer = 0, head = 0;  ///< indices
  Index layer_name = 0;       ///< number of the layer
  ImportedLayer analysed{};
  std::vector<std::string> originals{};  ///< tokens of the keys with the tokenizer's marks
  bool are_scores_guessed = false;       ///< the numbers are scores unless weights are asked for
  std::string sums{};  ///< "rows sum to 1.000, columns to 0.13 … 2.04", or the range of scores
  Index not_seen = 0;  ///< numbers of the head that are hidden
  std::shared_ptr<const Matrix> weights{};  ///< of the head, pooled; kMasked where no key is seen
  std::shared_ptr<const Matrix>
      row_sums{};  ///< M x 1, NaN for rows that see no key; null if pooled
};

/// Reads and analyses the layer `layer` with `wishes`, and its head `head`, at most the last one.
/// Throws ImportError.
ImportPreview preview_of(const AttentionDump& dump, const ImportWishes& wishes, Index layer,
                         Index head);

/// Weights of the scene of `layer`, for head `head` of the file: M x L, kMasked where a key is not
/// seen.
Matrix previewed_weights(const AttentionDump& dump, const ImportedLayer& layer, Index head);

}  // namespace attn
