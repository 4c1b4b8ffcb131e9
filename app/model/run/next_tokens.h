#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Token that may come next.
struct Candidate {
  int id = 0;
  float logit = 0;
  double p = 0;       ///< softmax of the logits
  double before = 0;  ///< p without changes
};

/// Probabilities of the next token.
struct NextTokens {
  std::vector<Candidate> likeliest;  ///< the likeliest first; of equal ones the lower id
  Index rest = 0;                    ///< number of the others
  double rest_p = 0, rest_before = 0;
  double kl = 0;  ///< Σ before · ln(before / p), in nats
};

/// Probabilities by `logits`, V numbers; `before`: logits without changes, or null.
NextTokens next_tokens(const RowVector& logits, int count, const RowVector* before = nullptr);

/// Probability of token `id`.
double probability_of(const RowVector& logits, int id);

/// How a token is drawn.
struct Sampling {
  double temperature = 0;  ///< of the logits; 0: the likeliest token
  int top_k = 0;           ///< the k likeliest; 0: all
  double top_p = 1;        ///< the likeliest ones whose probabilities together reach p
};

/// Draws the id of a token. Holtzman et al. 2020, section 4. `uniform` is in [0, 1).
int draw_token(const RowVector& logits, const Sampling& sampling, double uniform);

}  // namespace attn
