#pragma once

#include <string>
#include <vector>

#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// Addend of a sum that is written out.
struct Addend {
  ExplanationTerm term;
  double value;
};

/// Appends the addends joined by +; of many only the largest, and ⋯ for the rest.
void add_addends(ExplanationStep& step, std::vector<Addend> addends);

/// Formats a number for a sentence.
std::string plain_number(double value);

/// "adds 0.46 to the score", "takes 0.46 off the score"
std::string adds_words(double value, const std::string& sum);

}  // namespace attn
