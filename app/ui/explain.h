#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/ui/highlight.h"
#include "app/ui/session.h"

namespace attn::ui {

/// A piece of a step, and the numbers that it came from.
struct ExplanationTerm {
  ExplanationTerm() = default;
  ExplanationTerm(std::string words, std::vector<Source> from = {})
      : text(std::move(words)), sources(std::move(from)) {}
  ExplanationTerm(const char* words, std::vector<Source> from = {})
      : text(words), sources(std::move(from)) {}

  std::string text;
  std::vector<Source> sources;
};

/// One step from the inputs to the output, in the numbers of one cell.
struct ExplanationStep {
  std::string title;                   ///< "÷ temperature"
  std::string short_title;             ///< "÷ T", where there is little room
  std::vector<ExplanationTerm> terms;  ///< "q · k =", "0·2", "+ 2·3": a line may break between them
  ExplanationTerm result;              ///< "= 7.00"
};

struct Explanation {
  /// Score, what masks and bias do where the scene has any, temperature, normalizer, contribution.
  std::vector<ExplanationStep> steps;
  std::string summary;  ///< how the key moves the output; entropy of the row, in nats and as keys
};

/// Why the query of `cell` attends to its key in head `head`, step by step.
Explanation explain(const Evaluation& evaluation, Index head, Cell cell);

/// -Σ w ln w of a row of weights, in nats.
double entropy(const RowVector& weights);

}  // namespace attn::ui
