#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/document/json/json.h"

namespace attn::tokenizers {

/// Changes text before it is split. Throws SceneError: a slow expression, or a text that grows
/// beyond kMaxText.
using Normalizer = std::function<void(std::string&)>;

/// Reads the object of a normalizer. Throws SceneError.
Normalizer read_normalizer(const json::Value& value, const json::Place& place);

/// Options of BERT's normalizer.
struct BertOptions {
  bool cleans = true;
  bool spaces_chinese = true;
  bool strips_accents = true;
  bool lowers = true;
};
Normalizer bert_normalizer(const BertOptions& options);

/// Reads a replacement, of a normalizer or a decoder: `pattern` and `content`.
Normalizer read_replacement(const json::Value& value, const json::Place& place);

}  // namespace attn::tokenizers
