#pragma once

#include <string>

#include "app/document/dumps/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Tokens in a file of tensors: text arrays `tokens` and `query_tokens`, with one row or one per
/// batch index, or JSON lists with these names in the metadata. Others are ignored with a note.
DumpTokens tokens_beside(const TensorFile& file, Index batch = 0);

/// Number of rows of the text array `tokens`, one for each sequence of a batch; 0 without such
/// rows.
Index token_rows(const TensorFile& file);

/// Tokens from a separate file, "-" for standard input: a JSON list of texts, or an object with
/// lists `tokens` and `queries`; or plain text with one token per line, or separated by white
/// space, whichever gives `keys` tokens. Throws ImportError.
DumpTokens read_tokens_file(const std::string& path, Index keys);
DumpTokens parse_tokens(std::string_view text, Index keys);

/// Names of unnamed tokens: "0", "1" …
std::vector<std::string> numbered_tokens(Index count);

}  // namespace attn
