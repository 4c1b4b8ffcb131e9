#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/inspector/contributions.h"
#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/evaluation.h"
#include "engine/train/scene_wish.h"

namespace attn {

struct Explanation {
  /// Score; masks and bias, if the scene has any; temperature; normalizer; contribution; and the
  /// combination of heads, unless their outputs are the scene's output.
  std::vector<ExplanationStep> steps{};
  Contributions contributions{};  ///< contributions of all keys to one dimension of the output
  std::string movement{};         ///< effect of the key on the output; empty if the query sees none
  std::string summary{};          ///< movement; entropy of the row, in nats and as a number of keys
};

/// Explains step by step why the query of `cell` attends to its key in head `head`, up to dimension
/// `column` of the head's output; by default the dimension that the key moves most.
Explanation explain(const Evaluation& evaluation, Index head, Cell cell,
                    std::optional<Index> column = {});

/// -Σ w ln w of a row of weights, in nats.
double entropy(const RowVector& weights);

/// Explains how to raise the weight of `cell` in head `head`: the gradient through the score, the
/// query and the key back to the given numbers that raise it most. `slope` belongs to a goal that
/// raises this weight.
Explanation explain_raise(const Evaluation& evaluation, Index head, Cell cell,
                          const SceneSlope& slope);

}  // namespace attn
