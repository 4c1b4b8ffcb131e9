#pragma once

#include <optional>
#include <vector>

#include "engine/base/product.h"

namespace attn {

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
};

struct WideTrace {
  WideMatrix x;        ///< L x D
  WideMatrix query_x;  ///< M x Dq; empty in self-attention
  std::vector<WideHead> heads;
  std::optional<WideMatrix> output;  ///< M x Do
};

}  // namespace attn
