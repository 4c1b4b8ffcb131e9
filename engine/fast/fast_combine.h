#pragma once

#include "engine/attention/scene.h"
#include "engine/fast/live_head.h"

namespace attn {

/// The last stage by the kernels: heads' outputs side by side, or each times its part of w_o or
/// its projection and added up. Other kinds are taken as they are in combine.h.
class FastCombine {
 public:
  /// Makes room in `trace`, and packs what heads are multiplied by where it is `new_factors`.
  void prepare(const Kernels& kernels, const Combine& combine, bool new_factors,
               AttentionTrace& trace);

  /// Whether rows() makes the output; if not, prepare() has made all of it.
  bool works_by_rows() const { return by_rows_; }
  /// Whether the output holds other numbers than the heads' outputs do.
  bool computes() const { return multiplies_ || (has_output_ && !by_rows_); }
  void rows(const Kernels& kernels, Index first, Index count, Scratch& scratch,
            AttentionTrace& trace) const;

 private:
  void pack_factors(const Kernels& kernels, const Combine& combine, const AttentionTrace& trace);

  bool by_rows_ = false;
  bool multiplies_ = false;
  bool has_output_ = false;
  std::vector<Buffer<float>> factors_;  ///< of each head, where heads are multiplied
};

}  // namespace attn
