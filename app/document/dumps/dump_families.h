#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Arrays of a file that belong together: one, or one for each layer; of a text that a model
/// generated, one for each layer and step. Points into its TensorFile.
struct DumpFamily {
  std::string pattern;  ///< the name, with stars for layers and steps: "blocks.*.attn.hook_pattern"
  std::vector<std::vector<const Tensor*>> layers;  ///< of each layer, those of its steps
  std::vector<Index> numbers;  ///< numbers of the layers, from the names; empty: 0, 1, 2 …
  bool is_of_layers = false;   ///< one array per layer

  const Tensor& first() const { return *layers.front().front(); }
  bool has_steps() const { return layers.front().size() > 1; }
};

/// Families of these arrays, sorted by pattern. The star stands for the number that takes the most
/// values. Steps have numbers after the word "step"; without it, each step has one query and one
/// key more than that before.
std::vector<DumpFamily> families_in(const std::vector<const Tensor*>& arrays);

/// Families that are called attention or weights, if any; else all.
std::vector<DumpFamily> called_attention(std::vector<DumpFamily> families);

/// The family with this name: of an array, a pattern with one star for the layer's number, or the
/// beginning of the names of one family. Empty: the only one of `offered`. Throws ImportError,
/// which lists the families if there is a choice.
DumpFamily chosen_family(const std::vector<const Tensor*>& arrays,
                         const std::vector<const Tensor*>& offered, const std::string& name);

/// "12 layers, each 2 × 4 × 6 × 6 of float32"
std::string family_words(const DumpFamily& family);

/// "cross_attentions" of "cross_attentions.*".
std::string short_name(const DumpFamily& family);

}  // namespace attn
