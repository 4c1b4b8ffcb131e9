#pragma once

#include <span>
#include <string_view>

#include "app/figure/diagram/shading.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"

namespace attn {

/// What each head has a number of for every pair of query and key: M x L.
struct PairQuantity {
  Part part;
  std::string_view id;    ///< of its figure: "weights"
  std::string_view word;  ///< "weight"
  bool are_scores;        ///< of either sign, whatever the scene
  /// The numbers, which for a masked pair mean nothing.
  const Matrix& (*numbers)(const HeadTrace& head);
  /// kMasked where a pair is masked.
  const Matrix& (*mask)(const HeadTrace& head);
};

/// weights; scores, and raw-scores, which are those of the score function alone.
std::span<const PairQuantity> pair_quantities();
/// The row with this id, which must be in the table.
const PairQuantity& pair_quantity(std::string_view id);

/// Whether a head's raw scores differ from the scores that its weights are made of.
bool has_raw_scores(const HeadTrace& head);

/// The numbers of a head with kMasked where a pair is masked.
Matrix masked_numbers(const PairQuantity& quantity, const HeadTrace& head);

/// b − a, which have the same shape; kMasked where either is.
Matrix masked_difference(const Matrix& a, const Matrix& b);

/// What the numbers of one head of the scene may be; of all its heads together.
NumberSpan span_of(const PairQuantity& quantity, const Scene& scene, Index head);
NumberSpan span_of_all(const PairQuantity& quantity, const Scene& scene);

/// What the colours of a head's numbers mean where `range` is chosen, and they may be what `span`
/// says.
Shading shading_of(const PairQuantity& quantity, const AttentionTrace& trace, Index head,
                   std::string_view range, NumberSpan span);

}  // namespace attn
