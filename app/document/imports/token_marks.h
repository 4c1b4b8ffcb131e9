#pragma once

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

/// Describes the removed marks: "Ġ is shown as a space"; empty without marks.
std::string_view marks_words(TokenMarks marks);

/// Returns whether the token marks a start, an end or padding instead of text: [CLS], </s>,
/// <|endoftext|>. Unknown and masked tokens represent text.
bool is_special_token(std::string_view token);

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
