#pragma once

#include <string>

#include "app/document/imports/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// What a file of tensors says of tokens: arrays of text called `tokens` and `query_tokens`, with
/// one row or one for each of a batch, or lists in JSON under these names in what stands beside the
/// tensors. What is no such thing is none, which is said.
DumpTokens tokens_beside(const TensorFile& file, Index batch = 0);

/// The tokens in a file of their own, "-" for standard input: a list of texts in JSON, or an object
/// with such lists as `tokens` and `queries`; or a text with a token in each line, or between white
/// space, whichever makes `keys` of them. Throws ImportError.
DumpTokens read_tokens_file(const std::string& path, Index keys);
DumpTokens parse_tokens(std::string_view text, Index keys);

/// Tokens that have no name: "0", "1" …
std::vector<std::string> numbered_tokens(Index count);

}  // namespace attn
