#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

struct Explanation {
  /// Score, what masks and bias do where the scene has any, temperature, normalizer, contribution,
  /// and how heads are combined where their outputs are not the scene's as they are.
  std::vector<ExplanationStep> steps;
  Contributions contributions;  ///< of all keys, to one dimension of the output
  std::string movement;         ///< how the key moves the output; empty where the query sees none
  std::string summary;          ///< that; entropy of the row, in nats and as keys
};

/// Why the query of `cell` attends to its key in head `head`, step by step, up to dimension
/// `column` of the head's output; where none is said, to that which the key moves most.
Explanation explain(const Evaluation& evaluation, Index head, Cell cell,
                    std::optional<Index> column = {});

/// -Σ w ln w of a row of weights, in nats.
double entropy(const RowVector& weights);

}  // namespace attn
