#pragma once

#include <optional>
#include <vector>

#include "engine/base/product.h"

namespace attn {

// What trace.h has, in double precision, as gradients need it: of an evaluation, and how a loss
// grows with each of its numbers.

struct WidePairs {
  WideMatrix q;        ///< M x width of q, after w_q, norm and RoPE
  WideMatrix k;        ///< L x width of k, likewise
  WideMatrix raw;      ///< M x L, a(q, k) alone, not capped
  WideMatrix scores;   ///< M x L, before the temperature; kMasked if masked
  WideMatrix weights;  ///< M x L
};

struct WideHead : WidePairs {
  WideMatrix v;      ///< L x dv
  WideMatrix gates;  ///< M x dv; empty without w_g
  WideMatrix mixed;  ///< M x dv, weights · v
  WideMatrix output;
  WidePairs subtracted;
  /// M x (L + 1), of a loss's own: by scores / T, the sink's last; empty where it says nothing.
  WideMatrix scaled;
};

struct WideTrace {
  WideMatrix x;        ///< L x D
  WideMatrix query_x;  ///< M x Dq; empty in self-attention
  std::vector<WideHead> heads;
  std::optional<WideMatrix> output;  ///< M x Do
};

}  // namespace attn
