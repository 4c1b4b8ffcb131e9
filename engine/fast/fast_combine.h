#pragma once

#include "engine/attention/scene.h"
#include "engine/fast/live_head.h"

namespace attn {

/// Last stage by the kernels: concatenated outputs, or each times its part of w_o or its
/// projection, summed, plus b_o. Other kinds use combine.h.
class FastCombine {
 public:
  /// Allocates in `trace`, and packs the heads' factors if `new_factors`.
  void prepare(const Kernels& kernels, const Combine& combine, bool new_factors,
               AttentionTrace& trace);

  /// Returns whether rows() computes the output; otherwise prepare() has computed it.
  bool works_by_rows() const { return by_rows_; }
  /// Returns whether the output differs from the heads' outputs.
  bool computes() const { return multiplies_ || b_o_ || (has_output_ && !by_rows_); }
  void rows(const Kernels& kernels, Index first, Index count, Scratch& scratch,
            AttentionTrace& trace) const;

 private:
  void pack_factors(const Kernels& kernels, const Combine& combine, const AttentionTrace& trace);

  bool by_rows_ = false;
  bool multiplies_ = false;
  bool has_output_ = false;
  std::optional<Cow<RowVector>> b_o_;
  std::vector<Buffer<float>> factors_;  ///< one for each head, if heads are multiplied
};

}  // namespace attn
