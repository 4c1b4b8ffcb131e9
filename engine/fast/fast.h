#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// Whether the kernels compute all that the scene asks for. Other scenes are evaluated by the plain
/// reference, through the same calls.
bool is_fast(const Attention& attention);

// Where single precision would leave too little of what the scene format allows an evaluation to
// be wrong by (2e-5 + 1e-4 of a number), the fast path sums in double precision.

/// The largest that a score, and each of the partial sums that it is made of, can be: from the
/// lengths of the longest rows that are paired.
double score_bound(const Attention& attention, std::size_t h, double left_length,
                   double right_length, Index depth);

/// By how much combining enlarges the errors of head h's outputs, at least 1: their numbers' are of
/// one size, and independent.
double gain_of_combining(const Scene& scene, std::size_t h);

/// An error of the scores is one of the weights, and with values up to `largest_value`, and what
/// combining makes of them, one of the outputs.
bool needs_wide_scores(const Normalizer& normalizer, double score_bound, double largest_value);
bool needs_wide_values(double largest_value);

/// Whether the kernels' exponentials take this normalizer's weights.
bool has_fast_weights(const Normalizer& normalizer);

}  // namespace attn
