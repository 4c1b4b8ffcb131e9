#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// Returns whether the kernels support everything in the scene. Other scenes are evaluated by the
/// plain reference, through the same calls:
/// - scores that are no sum over columns: `elu`, `given`, `additive` with `leaky_relu`;
/// - weights that need more than their row of scores, or do not sum to 1: `sigmoid`, `relu`, `sum`,
///   `over` queries, `length`, and a head's `sink`, `subtract`, `decay`;
/// - gated or scaled outputs and forget gates, which no family of models has: `w_g`, `gain`, `w_f`.
bool is_fast(const Attention& attention);

// The fast path sums in double precision if single precision would leave too little of the
// tolerance of the scene format (2e-5 + 1e-4 of a number).

/// Upper bound of a score, and of each of its partial sums, from the lengths of the longest rows.
double score_bound(const Attention& attention, std::size_t h, double left_length,
                   double right_length, Index depth);

/// Factor by which combining enlarges the errors of head h's outputs, at least 1, for independent
/// errors of equal size.
double gain_of_combining(const Scene& scene, std::size_t h);

/// Returns whether scores need double precision: errors of scores cause errors of the weights, and
/// then of the outputs, in proportion to `largest_value`, which includes the combination.
bool needs_wide_scores(const Normalizer& normalizer, double score_bound, double largest_value);
bool needs_wide_values(double largest_value);

/// Returns whether the kernels' exponentials support this normalizer.
bool has_fast_weights(const Normalizer& normalizer);

}  // namespace attn
