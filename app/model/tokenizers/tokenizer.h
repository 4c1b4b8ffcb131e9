#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

namespace tokenizers {
struct TokenizerParts;
}

/// Turns text into the ids of a model's tokens and back, as Hugging Face's library does. May be
/// used by several threads at once.
class Tokenizer {
 public:
  /// Opens the tokenizer in a model's folder: tokenizer.json, else vocab.json with merges.txt (byte
  /// level BPE) or vocab.txt (BERT's WordPiece), with tokenizer_config.json. Throws ModelError.
  static Tokenizer open(const std::string& folder);

  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// Ids of `text`; bytes that are no UTF-8 count as U+FFFD. With `framed`, between the special
  /// tokens that the model expects around a text. Throws ModelError.
  std::vector<int> encode(std::string_view text, bool framed = true) const;

  /// Text of all tokens, special ones too. Throws ModelError if an id is not below size().
  std::string decode(std::span<const int> ids) const;
  /// `ids` without the special tokens that encode() puts around a text, if they have all of them:
  /// decode(unframed(encode(text))) is the text, as it was normalized.
  std::span<const int> unframed(std::span<const int> ids) const;

  /// Text that each token adds to those before it; bytes that are no UTF-8 by themselves as ⟨e2⟩.
  /// Throws ModelError if an id is not below size().
  std::vector<std::string> texts(std::span<const int> ids) const;

  /// Largest id + 1.
  int size() const;
  /// Token with this id, as the vocabulary writes it; empty if there is none.
  std::optional<std::string> token(int id) const;
  /// Id of the token that the vocabulary writes so.
  std::optional<int> id(std::string_view token) const;
  bool is_special(int id) const;
  /// Token that stands for a hidden one: [MASK], <mask>, or the one of tokenizer_config.json.
  std::optional<int> mask() const;

 private:
  explicit Tokenizer(std::unique_ptr<const tokenizers::TokenizerParts> parts);
  void append_ids(std::string_view text, bool is_start, std::vector<int>& ids) const;
  void append_piece_ids(std::string_view text, bool is_start, std::vector<int>& ids) const;

  std::unique_ptr<const tokenizers::TokenizerParts> parts_;
};

}  // namespace attn
