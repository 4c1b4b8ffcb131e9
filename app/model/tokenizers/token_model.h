#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/tokenizers/members.h"
#include "app/model/tokenizers/vocabulary.h"

namespace attn::tokenizers {

/// Splits pieces into tokens of a vocabulary.
class TokenModel {
 public:
  virtual ~TokenModel() = default;

  /// Appends the ids of a piece, which is not empty. Throws SceneError if a character is unknown
  /// and the model has no token for that.
  virtual void append_ids(std::string_view piece, std::vector<int>& ids) const = 0;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 protected:
  explicit TokenModel(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

 private:
  Vocabulary vocabulary_;
};

using ModelPointer = std::unique_ptr<const TokenModel>;

// Readers of the object `model`. Throw SceneError.
ModelPointer read_bpe(const Members& object);
ModelPointer read_word_piece(const Members& object);
ModelPointer read_unigram(const Members& object);
/// Model of the kind in `type`, or that its members tell.
ModelPointer read_token_model(const json::Value& value, const json::Place& place);

/// Model of vocab.json and merges.txt. Throws SceneError.
ModelPointer bpe_of_merges_text(Vocabulary vocabulary, std::string_view merges);

struct WordPieceOptions {
  std::string unknown = "[UNK]";
  std::string prefix = "##";         ///< of a word's later tokens
  std::size_t max_characters = 100;  ///< longer words are unknown
};

/// WordPiece (Wu et al. 2016, as in BERT): the longest token that begins a word, then that of the
/// rest; a word with a rest that is no token is unknown as a whole.
ModelPointer word_piece_model(Vocabulary vocabulary, WordPieceOptions options);

/// Reads an object from tokens to ids. Throws SceneError: an empty one, ids that are taken.
Vocabulary read_vocabulary(const json::Value& value, const json::Place& place);

/// Tokens for the bytes of `text`, as <0x0A>; false, and nothing is appended, if one is not in the
/// vocabulary.
bool append_byte_tokens(const Vocabulary& vocabulary, std::string_view text, std::vector<int>& ids);

}  // namespace attn::tokenizers
