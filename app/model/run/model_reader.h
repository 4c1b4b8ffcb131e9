#pragma once

#include <string>
#include <vector>

#include "app/model/families/model_files.h"
#include "engine/model/model.h"

namespace attn {

/// Memory of a model's weights in the types of their files, in bytes.
struct WeightMemory {
  double all = 0;            ///< all weights
  double outside = 0;        ///< those outside of blocks, but words that can be read in parts
  double part_of_words = 0;  ///< those of the words that are read at once
  double largest_block = 0;  ///< those of the largest block

  /// If layers and words are read at each use: a layer is used while the next one is read.
  double streamed() const { return outside + part_of_words + 2 * largest_block; }
};

WeightMemory weight_memory(const ModelFiles& files);

/// Model that was read from files.
struct ReadModel {
  Model model;
  std::vector<std::string> warnings;
  bool is_streamed = false;  ///< layers are read at each use, and dropped again
  double bytes = 0;          ///< memory of its weights
};

/// Reads a model but its layers, which its `layer` reads from `files` at their first use, one ahead
/// of the one that is asked for. If all weights together exceed what the memory limit leaves beside
/// `other_bytes`, they are read at each use, and the rows of words likewise. `files` has to stay.
/// Throws ModelError, also from `layer`; out of memory if not even two layers fit.
ReadModel read_model(const ModelFiles& files, double other_bytes = 0);

}  // namespace attn
