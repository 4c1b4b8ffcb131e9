#pragma once

#include <string>
#include <vector>

#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// One addend of a sum that is written out.
struct Addend {
  ExplanationTerm term;
  double value;
};

/// The addends with + between them; of many the largest, and ⋯ for the rest.
void add_addends(ExplanationStep& step, std::vector<Addend> addends);

/// A number in a sentence.
std::string plain_number(double value);

/// "adds 0.46 to the score", "takes 0.46 off the score"
std::string adds_words(double value, const std::string& sum);

}  // namespace attn
