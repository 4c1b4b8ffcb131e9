#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session/words/highlight.h"

namespace attn {

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

}  // namespace attn
