#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Stands in `scores` where a key is masked; every real score is finite.
inline constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// One weight of one head.
struct Cell {
  Index query = 0;
  Index key = 0;
  bool operator==(const Cell&) const = default;
};

/// From queries and keys to the weights of their pairs.
struct PairTrace {
  Matrix q;  ///< M x width of q, after w_q, norm and RoPE
  Matrix k;  ///< L x width of k, after w_k, norm and RoPE
  /// M x L, a(q, k) alone, capped; empty where it is the same as `scores`. Scores that are given
  /// are kMasked where they hide a key.
  Matrix raw;
  /// M x L, with bias, positions' terms, sigma, forget gate and decay, before the temperature;
  /// kMasked if masked.
  Matrix scores;
  Matrix weights;  ///< M x L; 0 where masked, and where the query sees no key

  const Matrix& raw_scores() const { return raw.size() ? raw : scores; }
};

/// Every intermediate of one head.
struct HeadTrace : PairTrace {
  Matrix v;              ///< L x dv, after w_v; no columns where a scene has only scores
  Matrix gates;          ///< M x dv, σ(x · w_g + b_g); empty without w_g
  Matrix output;         ///< M x dv, weights · v, gated and times the head's gain
  PairTrace subtracted;  ///< what λ times the weights of is taken from its own; empty if nothing
};

/// Every intermediate of one layer of attention, whatever its inputs are.
struct AttentionTrace {
  std::vector<HeadTrace> heads;       ///< H
  std::optional<Matrix> output;       ///< M x Do; absent for combine `none`, and without values
  std::vector<std::string> warnings;  ///< one for each query that sees no key
};

/// Every intermediate of one evaluation of a Scene: nothing worth drawing is hidden.
struct Trace : AttentionTrace {
  std::optional<Matrix> position;        ///< L x D, scale · P of the tokens; where one is added
  std::optional<Matrix> query_position;  ///< M x Dq, of the queries; in cross-attention only
  Matrix x;                              ///< L x D, embeddings with positions added
  Matrix query_x;                        ///< M x Dq, likewise (a copy of x in self-attention)
};

}  // namespace attn
