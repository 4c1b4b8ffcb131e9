#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Notation of a tokenizer for spaces and word pieces.
enum class TokenMarks {
  kNone,
  kByteLevel,   ///< bytes as characters, with Ġ for a space: GPT-2 and later
  kUnderline,   ///< ▁ for a space, <0x0A> for a byte: SentencePiece
  kWordPieces,  ///< ## continues a word: BERT
};

/// Marks used by the tokens; special tokens are ignored.
TokenMarks marks_of(const std::vector<std::string>& tokens);

/// Texts of the tokens: with leading spaces, word pieces without ##. Bytes that are not valid text
/// become "⟨e2⟩" each; special tokens stay unchanged.
std::vector<std::string> without_marks(const std::vector<std::string>& tokens, TokenMarks marks);

/// Sign of a space, or of a continued word: "Ġ"; empty without marks.
std::string_view sign_of_marks(TokenMarks marks);

/// Describes the removed marks: "Ġ is shown as a space"; empty without marks.
std::string_view marks_words(TokenMarks marks);

/// Returns whether the token marks a start, an end or padding instead of text: [CLS], </s>,
/// <|endoftext|>. Unknown and masked tokens represent text.
bool is_special_token(std::string_view token);

/// Returns whether the token only fills a sequence of a batch: [PAD], <pad>, or nothing.
bool is_padding_token(std::string_view token);

/// Returns whether token `n` > 0 begins a word: a space before it is marked, or it is no ## piece.
/// With byte-level marks, punctuation, digits and letters are words of their own, as the
/// tokenizers' word_ids() have it.
bool begins_word(const std::vector<std::string>& tokens, std::size_t n, TokenMarks marks);

/// Token of a word made of these pieces, with the marks of its first one.
std::string word_of_pieces(std::span<const std::string> pieces);

/// Keys to leave out: they get much weight but carry little information.
struct KeysToHide {
  bool first = false;    ///< first token
  bool special = false;  ///< [CLS], </s> and similar
  bool any() const { return first || special; }
  bool operator==(const KeysToHide&) const = default;
};

/// Hidden keys among some tokens.
struct HiddenKeys {
  std::vector<bool> shown{};  ///< one for each token; empty: all are shown
  std::string words{};        ///< "first token hidden"; empty: none
};

/// At least one token stays visible: otherwise none is hidden.
HiddenKeys hidden_keys(const std::vector<std::string>& tokens, KeysToHide hide);

}  // namespace attn
