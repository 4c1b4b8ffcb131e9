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

/// "Ġ is shown as the space that it is"; empty without marks.
std::string_view marks_words(TokenMarks marks);

/// Returns whether the token stands for no text but for an end, a start, or padding: [CLS], </s>,
/// <|endoftext|>. Unknown and masked tokens stand for text.
bool is_special_token(std::string_view token);

}  // namespace attn
