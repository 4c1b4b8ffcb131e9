#include "engine/fast/fast.h"

#include <algorithm>

#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

/// The kernels pair rows as they are projected, and nothing bends what comes of it.
bool is_fast_score(const Score& score) {
  const bool bends = takes(*score.kind, "bend") && score.bend != Bend::kTanh;
  return score.kind->pair_sum.factor && !has_norm(score) && !score.cap && !bends;
}

/// They weigh a row by its differences.
bool is_fast_normalizer(const Normalizer& normalizer) {
  return normalizer.kind->sums_to_one() && normalizer.over == Over::kKeys && !normalizer.length;
}

/// They turn columns that stand side by side.
bool is_fast_position(const Position& position) {
  return !position.kind->rotate || position.layout == RopeLayout::kPairs;
}

/// They know these parts of a head, and no others.
bool is_fast_head(const Head& head) {
  Head known;
  known.w_q = head.w_q;
  known.w_k = head.w_k;
  known.w_v = head.w_v;
  known.w_a = head.w_a;
  known.v = head.v;
  known.width = head.width;
  return head == known;
}

}  // namespace

bool is_fast(const Attention& attention) {
  return is_fast_score(attention.score) && is_fast_normalizer(attention.normalizer) &&
         is_fast_position(attention.position) &&
         std::ranges::all_of(attention.heads, is_fast_head) && !attention.combine.b_o;
}

}  // namespace attn
