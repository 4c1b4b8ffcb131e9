#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/matrix.h"
#include "engine/blocks/network.h"
#include "engine/model/stored_weights.h"
#include "engine/model/word_weights.h"

namespace attn {

/// The row, or null if there is none.
inline const RowVector* row_or_null(const std::optional<Cow<RowVector>>& row) {
  return row ? &**row : nullptr;
}

/// Linear layers of a block; empty ones are not in it.
struct LayerWeights {
  StoredWeights q;          ///< H · dk outputs: head after head
  StoredWeights k, v;       ///< of the heads that have keys of their own, dk and dv outputs each
  RowVector b_q, b_k, b_v;  ///< of those outputs; empty: none
  StoredWeights o;
  StoredWeights w_1, w_3, w_2;

  std::size_t bytes() const;
};

/// Trained model: a network whose large matrices keep the number type of their file.
struct Model {
  /// Everything else; the matrices of the members below are empty, as are the tokens.
  Network network;
  WordWeights embedding;    ///< V x D
  WordWeights unembedding;  ///< V′ x D; empty: the embedding
  StoredWeights head;       ///< D x D, of the network's head
  bool has_logits = true;
  /// Linear layers of a block; may read them from files. Thread-safe.
  std::function<std::shared_ptr<const LayerWeights>(std::size_t block)> layer;

  Index width() const { return embedding.inputs(); }  ///< D
  Index words() const { return (unembedding.is_empty() ? embedding : unembedding).outputs(); }
};

/// Throws SceneError at the place in `network` of what a model's run does not support: scores but
/// dot and scaled_dot, terms of scores, identities in place of projections, weights over queries,
/// and the parts of heads that no family of models has.
void require_runnable(const Network& network);
/// Likewise of one attention, at `place`.
void require_runnable(const Attention& attention, const std::string& place);

/// Matrices and biases of `attention` as weights, those of heads side by side; all of its heads
/// must have matrices.
LayerWeights weights_of(const Attention& attention);

/// A valid and runnable network as a model, in float32.
Model model_of(Network network);

}  // namespace attn
