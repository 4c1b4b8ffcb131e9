#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/json.h"

namespace attn::tokenizers {

/// Part of a text that becomes tokens by itself.
struct SplitPiece {
  std::size_t begin, end;
};

/// A text and its pieces, none of them empty.
struct Pieces {
  std::string text;
  std::vector<SplitPiece> spans;
  bool is_start = true;  ///< whether the first piece begins where the user's text does

  std::string_view operator[](std::size_t n) const {
    return std::string_view(text).substr(spans[n].begin, spans[n].end - spans[n].begin);
  }
};

/// Splits pieces (a pre-tokenizer). Throws SceneError, as a Normalizer does.
using Splitter = std::function<void(Pieces&)>;

/// Reads the object of a pre-tokenizer. Throws SceneError.
Splitter read_splitter(const json::Value& value, const json::Place& place);

/// GPT-2's pre-tokenizer: words by its expression, as letters for bytes.
Splitter byte_level_splitter(bool adds_space, bool uses_regex);
/// BERT's: words and single punctuation characters.
Splitter bert_splitter();

}  // namespace attn::tokenizers
