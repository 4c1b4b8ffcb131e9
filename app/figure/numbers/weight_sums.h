#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/attention/evaluation.h"
#include "engine/attention/weight_bounds.h"

namespace attn {

/// Why the rows of such weights are no distributions, which alone have an entropy: "a sink takes
/// its share". Empty where they are.
std::string_view no_distribution(const WeightBounds& bounds);

/// What the sink of a head takes of each row, M x 1; nothing where it has none, or where its scores
/// aren't kept. Before anything is subtracted, with the head's weights it makes 1.
std::optional<Matrix> sink_column(const Evaluation& evaluation, Index head);

/// What the sink takes of one row.
double sink_share(const Evaluation& evaluation, Index head, Index query);
/// "the sink takes 0.36"; empty where the head has none.
std::string sink_words(const Evaluation& evaluation, Index head, Index query);

// Summed in double precision.
Matrix row_sums(const Matrix& weights);     ///< M x 1
Matrix column_sums(const Matrix& weights);  ///< 1 x L

/// Why nothing of a query's row is drawn, whose weights are all 0: it "sees no key", or "has only
/// weights of 0".
std::string_view why_no_weights(const HeadTrace& head, Index query);

}  // namespace attn
