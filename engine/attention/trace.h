#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Value in `scores` for masked keys; all real scores are finite.
inline constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// Pair of a query and a key.
struct Cell {
  Index query = 0;
  Index key = 0;
  bool operator==(const Cell&) const = default;
};

/// Pairs of queries and keys of a head: its own, or those of its `subtract`.
enum class Pairs { kOwn, kSubtracted };

/// Results from queries and keys to the weights of their pairs.
struct PairTrace {
  Matrix q;  ///< M x width of q, after w_q, norm and RoPE
  Matrix k;  ///< L x width of k, after w_k, norm and RoPE
  /// M x L, a(q, k) with the cap only; empty if equal to `scores`. Given scores are kMasked where
  /// they hide a key.
  Matrix raw;
  /// M x L, with bias, position terms, sigma, forget gate and decay, before the temperature;
  /// kMasked if masked.
  Matrix scores;
  Matrix weights;  ///< M x L; 0 where masked, and in rows that see no key
  /// M x L, kMasked where masked, for given scores that are also kMasked where weights were given
  /// as 0; null if `scores` say what is masked.
  std::shared_ptr<const Matrix> mask;

  /// kMasked where a key is hidden.
  const Matrix& masked() const { return mask ? *mask : scores; }
  bool is_masked(Index query, Index key) const { return masked()(query, key) == kMasked; }
  const Matrix& raw_scores() const { return raw.size() ? raw : scores; }
};

/// All intermediate results of one head.
struct HeadTrace : PairTrace {
  Matrix v;              ///< L x dv, after w_v; no columns in a scene without values
  Matrix gates;          ///< M x dv, σ(x · w_g + b_g); empty without w_g
  Matrix output;         ///< M x dv, weights · v, gated and times the head's gain
  PairTrace subtracted;  ///< pairs whose weights, times λ, are subtracted; empty: none

  PairTrace& of(Pairs which) { return which == Pairs::kOwn ? *this : subtracted; }
  const PairTrace& of(Pairs which) const { return which == Pairs::kOwn ? *this : subtracted; }
};

/// All intermediate results of one layer of attention, for any inputs.
struct AttentionTrace {
  std::vector<HeadTrace> heads;       ///< H
  std::optional<Matrix> output;       ///< M x Do; absent for combine `none`, and without values
  std::vector<std::string> warnings;  ///< one for each query that sees no key

  const HeadTrace& head(Index h) const { return heads[static_cast<std::size_t>(h)]; }
};

/// All intermediate results of an evaluation of a Scene.
struct Trace : AttentionTrace {
  std::optional<Matrix> position;  ///< L x D, scale · P of the tokens; if positions are added
  std::optional<Matrix> query_position;  ///< M x Dq, of the queries; only in cross-attention
  Matrix x;                              ///< L x D, embeddings with positions added
  Matrix query_x;                        ///< M x Dq: the queries' x (a copy of x in self-attention)
};

// Counterpart of trace.h in double precision for gradients: of an evaluation, and of a loss by each
// of its numbers.

struct WidePairs {
  WideMatrix q;        ///< M x width of q, after w_q, norm and RoPE
  WideMatrix k;        ///< L x width of k
  WideMatrix raw;      ///< M x L, a(q, k) alone, before the cap
  WideMatrix scores;   ///< M x L, before the temperature; kMasked if masked
  WideMatrix weights;  ///< M x L
};

struct WideHead : WidePairs {
  WideMatrix v;      ///< L x dv
  WideMatrix gates;  ///< M x dv; empty without w_g
  WideMatrix mixed;  ///< M x dv, weights · v
  WideMatrix output;
  WidePairs subtracted;
  /// M x (L + 1), gradient by scores / T directly from a loss, the sink's last; empty: none.
  WideMatrix scaled;

  WidePairs& of(Pairs which) { return which == Pairs::kOwn ? *this : subtracted; }
  const WidePairs& of(Pairs which) const { return which == Pairs::kOwn ? *this : subtracted; }
};

struct WideTrace {
  WideMatrix x;        ///< L x D
  WideMatrix query_x;  ///< M x Dq; empty in self-attention
  std::vector<WideHead> heads;
  std::optional<WideMatrix> output;  ///< M x Do
};

}  // namespace attn
