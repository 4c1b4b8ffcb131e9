#pragma once

#include <string>
#include <string_view>

#include "app/document/dumps/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Tokens in a file of tensors: text arrays `tokens` and `query_tokens`, with one row or one per
/// batch index, or JSON lists with these names in the metadata. Others are ignored with a note. The
/// tokens' words: an array `word_ids` (tokens), or `offset_mapping` (tokens x 2: where each begins
/// and ends in the text), also with a batch before.
DumpTokens tokens_beside(const TensorFile& file, Index batch = 0);

/// Number of rows of the text array `tokens`, one for each sequence of a batch; 0 without such
/// rows.
Index token_rows(const TensorFile& file);

/// Whether this is the name of an array of tokens' words.
bool is_called_words(std::string_view name);

/// Tokens from a separate file, "-" for standard input: a JSON list of texts, or an object with
/// lists `tokens`, `queries` and `word_ids` (numbers, null for none); or plain text with one token
/// per line, or separated by white space, whichever gives `keys` tokens. Throws ImportError.
DumpTokens read_tokens_file(const std::string& path, Index keys);
DumpTokens parse_tokens(std::string_view text, Index keys);

/// Names of unnamed tokens: "0", "1" …
std::vector<std::string> numbered_tokens(Index count);

}  // namespace attn
