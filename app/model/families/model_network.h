#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/model/families/model_files.h"
#include "engine/blocks/network.h"

namespace attn {

/// Whether a network has its numbers, or refers to the tensors that have them.
enum class ModelNumbers {
  kRead,
  kRowsRead,  ///< rows, and tables of positions and types, are read; other matrices are empty
  kReferred,  ///< matrices and rows that are parts of tensors are empty
};

/// A model as a network.
struct ModelNetwork {
  Network network;
  /// Parts of tensors, by the address of the matrix or row that has their numbers. Other numbers
  /// are not in any tensor: gains 1 + w.
  std::map<const void*, TensorPart> parts;
  std::set<std::string> used;         ///< names of the tensors in the files
  std::vector<std::string> warnings;  ///< lines about tensors that are not used
  bool has_logits = true;             ///< false: the network's logits mean nothing
};

/// Number of tokens that the model has positions for; 0: any.
int most_tokens(const ModelSettings& settings, const ModelFamily& family);

/// Throws ModelError unless the ids are below V, the model has positions for all of them, and none
/// is a padding token whose position the model counts otherwise; `vocabulary` names it.
void require_ids(const ModelFiles& model, const std::vector<int>& ids,
                 const std::vector<std::string>& vocabulary = {});

/// The model as a network of the tokens `ids`, whose words are those of `vocabulary`: V distinct
/// words. Throws ModelError; also if padding is among the tokens of a model that does not count it.
ModelNetwork network_of_model(const ModelFiles& model, std::vector<std::string> vocabulary,
                              const std::vector<int>& ids,
                              ModelNumbers numbers = ModelNumbers::kRead);

/// "0", "1" …: words for a vocabulary without texts.
std::vector<std::string> numbered_words(int count);

}  // namespace attn
