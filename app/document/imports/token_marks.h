#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How a tokenizer marks its tokens' spaces and pieces.
enum class TokenMarks {
  kNone,
  kByteLevel,   ///< each byte is a character, and Ġ a space: GPT-2 and those after it
  kUnderline,   ///< ▁ is a space, <0x0A> a byte: SentencePiece
  kWordPieces,  ///< ## goes on a word: BERT
};

/// Which marks tokens have; special ones are not asked.
TokenMarks marks_of(const std::vector<std::string>& tokens);

/// The texts that such tokens stand for: with their spaces before them, pieces of a word without.
/// Bytes that are no text of their own become "⟨e2⟩" each; special tokens stay as they are.
std::vector<std::string> without_marks(const std::vector<std::string>& tokens, TokenMarks marks);

/// "Ġ is shown as the space that it is"; empty where there are no marks.
std::string_view marks_words(TokenMarks marks);

/// Whether it stands for no text, but for an end, a beginning, or nothing: [CLS], </s>,
/// <|endoftext|>. A token that is unknown or masked stands for some.
bool is_special_token(std::string_view token);

}  // namespace attn
