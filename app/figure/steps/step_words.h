#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

/// What the step that makes a part is called, and what is said of it; the part's row has its
/// formula, and its place on the way.
struct StepWords {
  Part part;
  /// In cross-attention it makes this too, of the other tokens.
  std::optional<Part> of_queries;
  /// The longest first. Like the note, with formulas.
  std::vector<std::string> (*names)(const Scene& scene, std::size_t h);
  /// What holds for the scene and is in no matrix; may be empty.
  std::string (*note)(const Scene& scene, std::size_t h);
};

/// The steps that there can be, in the order of the parts. Parts that have none are inputs, or
/// stand among what other steps compute from.
std::span<const StepWords> step_words();

}  // namespace attn
