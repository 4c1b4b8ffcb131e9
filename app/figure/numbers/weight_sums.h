#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/attention/evaluation.h"
#include "engine/attention/weight_bounds.h"

namespace attn {

/// Reason why rows are not distributions, and have no entropy: "a sink takes its share". Empty if
/// they are distributions.
std::string_view why_no_distribution(const WeightBounds& bounds);

/// Share of the sink in each row of a head, M x 1; empty if it has none, or its scores are not
/// stored. Before subtraction; with the head's weights it sums to 1.
std::optional<Matrix> sink_column(const Evaluation& evaluation, Index head);

/// Share of the sink in a row.
double sink_share(const Evaluation& evaluation, Index head, Index query);
/// "the sink takes 0.36"; empty without a sink.
std::string sink_words(const Evaluation& evaluation, Index head, Index query);

// Sums in double precision.
Matrix row_sums(const Matrix& weights);     ///< M x 1
Matrix column_sums(const Matrix& weights);  ///< 1 x L

/// Reason why nothing is drawn for a query whose weights are all 0: "sees no key", or "has only
/// weights of 0".
std::string_view why_no_weights(const HeadTrace& head, Index query);

}  // namespace attn
