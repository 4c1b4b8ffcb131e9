#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

/// Names and note of the step that computes a part; the part's row has its formula and order.
struct StepWords {
  Part part;
  /// In cross-attention the step also computes this part, from the other tokens.
  std::optional<Part> of_queries;
  /// Names, the longest first; null: the part's symbol. With formulas, like the note.
  std::vector<std::string> (*names)(const Scene& scene, std::size_t h);
  /// Note on settings that are in no matrix; may be empty.
  std::string (*note)(const Scene& scene, std::size_t h);
};

/// All possible steps, in the order of the parts. Parts without a step are inputs, or operands of
/// other steps.
std::span<const StepWords> step_words();

}  // namespace attn
