#pragma once

#include <string>
#include <vector>

namespace attn {

/// Distinct texts for the ids from 0 to `count` - 1: the tokens of tokenizer.json, vocab.json or
/// vocab.txt in `folder` as they are stored there; "⟨n⟩" for an id without one, or if none of these
/// files can be read.
std::vector<std::string> token_names(const std::string& folder, int count);

/// Ids in a list such as "5,3", each below `vocabulary`. Throws ModelError; `where`, "--ids: " or
/// empty, stands before its words.
std::vector<int> ids_in_list(const std::string& list, const std::string& where, int vocabulary);

}  // namespace attn
