#pragma once

#include <string>
#include <vector>

#include "app/document/view_state.h"
#include "app/ui/session.h"

namespace attn::ui {

/// One step from the inputs to the output, in the numbers of one cell.
struct ExplanationStep {
  std::string title;               ///< "÷ temperature"
  std::string short_title;         ///< "÷ T", where there is little room
  std::vector<std::string> terms;  ///< "q · k =", "0·2", "+ 2·3": a line may break between them
  std::string result;              ///< "= 7.00"
};

struct Explanation {
  /// Score, what masks and bias do where the scene has any, temperature, normalizer, contribution.
  std::vector<ExplanationStep> steps;
  std::string summary;  ///< share of the output; entropy of the row, in nats and as keys
};

/// Why the query of `cell` attends to its key in head `head`, step by step.
Explanation explain(const Evaluation& evaluation, Index head, Cell cell);

/// -Σ w ln w of a row of weights, in nats.
double entropy(const RowVector& weights);

}  // namespace attn::ui
