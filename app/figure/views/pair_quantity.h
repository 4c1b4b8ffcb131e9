#pragma once

#include <span>
#include <string_view>

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/diagram/shading.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"

namespace attn {

/// A quantity that each head has for every pair of query and key: M x L.
struct PairQuantity {
  Part part;
  std::string_view id;    ///< id of its figure: "weights"
  std::string_view word;  ///< "weight"
  bool are_scores;        ///< can be negative in any scene
  /// The numbers, undefined for masked pairs.
  const Matrix& (*numbers)(const HeadTrace& head);
  /// kMasked for masked pairs.
  const Matrix& (*mask)(const HeadTrace& head);
};

/// weights; scores; and raw-scores, the output of the score function alone.
std::span<const PairQuantity> pair_quantities();
/// Row with this id. Precondition: it is in the table.
const PairQuantity& pair_quantity(std::string_view id);

/// Returns whether a head's raw scores differ from the scores that its weights are computed from.
bool has_raw_scores(const HeadTrace& head);

/// Numbers of a head, kMasked for masked pairs.
Matrix masked_numbers(const PairQuantity& quantity, const HeadTrace& head);

/// b − a for matrices of equal shape; kMasked where either is masked.
Matrix masked_difference(const Matrix& a, const Matrix& b);

/// Possible span of the numbers of one head, or of all heads together.
NumberSpan span_of(const PairQuantity& quantity, const Scene& scene, Index head);
NumberSpan span_of_all(const PairQuantity& quantity, const Scene& scene);

/// Shading of a head's numbers for the chosen `range` and possible `span`.
Shading shading_of(const PairQuantity& quantity, const AttentionTrace& trace, Index head,
                   std::string_view range, NumberSpan span);

/// Adds margins to the heatmap of a head's weights: shares of a sink, row sums if they may differ
/// from 1, and column sums if those are 1.
void add_margins(LabelledMatrix& heatmap, const Evaluation& evaluation, Index head);

/// `shading` extended to the coloured margins of a head: shares of a sink may lie outside the range
/// of the weights.
Shading drawn_with_margins(Shading shading, const PairQuantity& quantity,
                           const Evaluation& evaluation, Index head);

}  // namespace attn
