#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/model/families/model_description.h"
#include "app/model/families/model_files.h"
#include "app/model/run/model_reader.h"
#include "app/model/tokenizers/tokenizer.h"
#include "engine/blocks/network.h"

namespace attn {

/// A text, or the ids of its tokens.
struct ModelText {
  std::optional<std::string> text;
  std::vector<int> ids;  ///< without a text

  bool is_given() const { return text.has_value() || !ids.empty(); }
};

/// Model that can be run: from a folder of Hugging Face's library, or a network's file.
class OpenedModel {
 public:
  /// Opens MODEL: a folder, its config.json, a name in the local cache, or a network's file. Layers
  /// are read at their first use. Throws ModelError; SceneError about the network's file.
  explicit OpenedModel(const std::string& path);
  OpenedModel(const OpenedModel&) = delete;
  OpenedModel& operator=(const OpenedModel&) = delete;

  const Model& model() const { return read_.model; }
  const ModelDescription& description() const { return description_; }
  /// Warnings about its files, and that its layers are read again for each pass.
  std::vector<std::string> warnings() const;
  double read_seconds() const { return read_seconds_; }
  bool has_tokenizer() const { return tokenizer_.has_value(); }
  /// Token that stands for a hidden one, in a model that predicts those.
  std::optional<int> mask() const;
  /// Names of tokens that are vectors, which have no ids; else empty.
  const std::vector<std::string>& vectors() const { return own_tokens_; }

  /// Ids of `text`; of a network's own tokens if there is none. Throws ModelError, also if the
  /// model has no positions for them.
  std::vector<int> ids_of(const ModelText& text) const;
  /// Throws ModelError unless the model can run these ids.
  void require_tokens(const std::vector<int>& ids) const;
  /// Throws ModelError if the memory limit is too low for a run of so many tokens.
  void require_memory(Index tokens) const;
  /// Text that each token adds to those before it.
  std::vector<std::string> texts(const std::vector<int>& ids) const;
  /// Texts of all tokens; names of vectors.
  std::vector<std::string> names_of(const std::vector<int>& ids) const;
  /// The 64 texts of 24 random ordinary tokens, said twice, behind the model's first token.
  std::vector<std::vector<int>> habit_texts() const;

 private:
  void open_folder(const std::string& folder);
  void open_network(const std::string& path);
  void describe_network(const Network& network);

  std::unique_ptr<ModelFiles> files_;
  ReadModel read_;
  std::optional<Tokenizer> tokenizer_;
  std::string no_tokenizer_;
  std::vector<std::string> names_;
  std::vector<int> own_ids_;             ///< tokens of a network's file
  std::vector<std::string> own_tokens_;  ///< if they are vectors
  ModelDescription description_;
  double read_seconds_ = 0;
};

}  // namespace attn
