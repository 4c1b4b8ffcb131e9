#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/base/progress.h"
#include "engine/model/model_run.h"

namespace attn {

/// Part of a model that added to the state of a token.
enum class WriterKind {
  kEmbedding,      ///< with positions, types and the first norm
  kHead,           ///< output of a head through W_O
  kAttentionBias,  ///< b_O, and the shift of a norm behind the attention
  kMlp,
  kPatch,  ///< state that a change gave the token; what was before it is gone
};

struct StateWriter {
  WriterKind kind = WriterKind::kEmbedding;
  std::size_t block = 0;  ///< but of the embedding; of a patch, the block that reads it
  std::size_t head = 0;   ///< of kHead
  bool operator==(const StateWriter&) const = default;
};

/// State of a token as a sum (Elhage et al. 2021, "The residual stream").
struct StateParts {
  std::vector<StateWriter> writers;  ///< W, in the order of the model
  WideMatrix parts;                  ///< W x D; their sum is the state
};

/// Why states of this model are no such sum, for a message; empty: they are.
std::string why_states_do_not_split(const Network& network);

/// State of `token` that block `n` reads, or after the last if n = B. States must be such a sum.
/// The mlp's part is the rest of what its block added.
StateParts parts_of_state(ModelRun& run, std::size_t n, Index token, Progress* progress = nullptr);

/// Logit of a word as a sum: each writer's part of the last state, through the last norm with its
/// scale held, times the unembedding (Elhage et al. 2021, "Zero-layer transformers").
struct LogitParts {
  std::vector<StateWriter> writers;
  WideRow of_writers;  ///< W
  double shift = 0;    ///< of the last norm, and the unembedding's bias
  double logit = 0;    ///< sum of all, before a cap
};

/// Logit of word `word` after `token`, minus that of `against` unless that is negative. The model
/// must have logits, and no head before its unembedding.
LogitParts parts_of_logit(ModelRun& run, Index token, int word, int against = -1,
                          Progress* progress = nullptr);

/// Score of a query and a key as a sum over what wrote the states that both were made of, with the
/// scales of norms held (Elhage et al. 2021, "Virtual weights and the QK circuit").
struct ScoreParts {
  std::vector<StateWriter> query_writers, key_writers;  ///< W_q and W_k
  /// (W_q + 1) x (W_k + 1): writer of the query's state by writer of the key's. The last row and
  /// column are of b_q and b_k, with the shifts of the norm before.
  WideMatrix parts;
  double score = 0;  ///< their sum: before a cap and without masks
};

/// Score of a query and a key in a head of a block. States must be such sums; cut links are left
/// out.
ScoreParts parts_of_score(ModelRun& run, std::size_t block, std::size_t head, Index query,
                          Index key, Progress* progress = nullptr);

}  // namespace attn
