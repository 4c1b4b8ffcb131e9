#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/matrix.h"

namespace attn {

/// Stands in `scores` where a key is masked; every real score is finite.
inline constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// Every intermediate of one head.
struct HeadTrace {
  Matrix q;        ///< M x width of q, after w_q and RoPE
  Matrix k;        ///< L x width of k, after w_k and RoPE
  Matrix v;        ///< L x dv, after w_v
  Matrix raw;      ///< M x L, a(q, k) alone; empty where it is the same as `scores`
  Matrix scores;   ///< M x L, with bias, ALiBi and sigma, before the temperature; kMasked if masked
  Matrix weights;  ///< M x L, each row sums to 1, or is 0 where the query sees no key
  Matrix output;   ///< M x dv, weights · v

  const Matrix& raw_scores() const { return raw.size() ? raw : scores; }
};

/// Every intermediate of one evaluation of a Scene: nothing worth drawing is hidden.
struct Trace {
  std::optional<Matrix> position;        ///< L x D, scale · P of the tokens; where one is added
  std::optional<Matrix> query_position;  ///< M x Dq, of the queries; in cross-attention only
  Matrix x;                              ///< L x D, embeddings with positions added
  Matrix query_x;                        ///< M x Dq, likewise (a copy of x in self-attention)
  std::vector<HeadTrace> heads;          ///< H
  std::optional<Matrix> output;          ///< M x Do; absent for combine `none`
  std::vector<std::string> warnings;     ///< one for each query that sees no key
};

}  // namespace attn
