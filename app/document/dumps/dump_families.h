#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// Attention that a file offers: a family of arrays, or an attention of a page.
struct DumpPart {
  std::string name;       ///< for DumpChoice::tensor
  std::string words;      ///< "12 layers, each 2 × 4 × 6 × 6 of float32"
  bool is_usual = false;  ///< opened if none is chosen
  /// Lengths of the axes of its first array; empty if their meaning cannot be chosen.
  std::vector<Index> lengths{};
};

/// Overview of a file, to choose from.
struct DumpContents {
  std::string words{};            ///< "25 arrays"
  std::vector<DumpPart> parts{};  ///< those called attention first, and weights before scores
  Index token_rows = 0;           ///< as token_rows()
};

/// Part of `contents` that `tensor` names, empty: the usual one; its size if there is none.
std::size_t part_called(const DumpContents& contents, std::string_view tensor);

/// Families of a file of tensors, and the one called `named` if it is none of them. Throws
/// ImportError if there is no attention, or none of that name.
DumpContents contents_of_tensors(const TensorFile& file, const std::string& named);

}  // namespace attn
