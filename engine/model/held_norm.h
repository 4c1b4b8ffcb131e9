#pragma once

#include "engine/attention/norm.h"
#include "engine/base/matrix.h"
#include "engine/blocks/network.h"

namespace attn {

/// Norm whose scale is that of one row: a linear map of the row's parts, and a shift.
class HeldNorm {
 public:
  /// The norm of `kind` at `row`; without `gain` and `shift` where they are null.
  HeldNorm(const NormKind& kind, float epsilon, const RowVector* gain, const RowVector* shift,
           const WideRow& row);

  /// Maps rows that are parts of the row.
  void apply(WideMatrix& parts) const;
  const WideRow& shift() const { return shift_; }

 private:
  bool centers_;
  WideRow factors_, shift_;
};

/// `norm` at `row`.
HeldNorm held_norm(const Norm& norm, const WideRow& row);

}  // namespace attn
