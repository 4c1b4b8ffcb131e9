#pragma once

#include <optional>
#include <string>

#include "app/model/tokenizers/added_tokens.h"
#include "app/model/tokenizers/decoders.h"
#include "app/model/tokenizers/frames.h"
#include "app/model/tokenizers/normalizers.h"
#include "app/model/tokenizers/splitters.h"
#include "app/model/tokenizers/token_model.h"

namespace attn::tokenizers {

/// Parts of a tokenizer, in the order of their use. Steps may be absent.
struct TokenizerParts {
  std::string file;  ///< for errors
  AddedTokens added;
  Normalizer normalizer;
  Splitter splitter;
  ModelPointer model;
  Frame frame;
  Decoder decoder;
  std::optional<int> mask;
};

// Readers of a model's files; `folder` ends in "/" or is empty. Throw ModelError.
TokenizerParts parts_of_json(const std::string& folder);
TokenizerParts parts_of_merges(const std::string& folder);
TokenizerParts parts_of_words(const std::string& folder);

}  // namespace attn::tokenizers
