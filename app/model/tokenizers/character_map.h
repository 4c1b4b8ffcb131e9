#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/json.h"

namespace attn::tokenizers {

/// SentencePiece's table of replaced characters: a double-array trie (Aoe 1989, as Darts-clone
/// stores it) from texts to offsets in a pool of replacements that end with a zero byte.
class CharacterMap {
 public:
  /// Reads base64. Throws SceneError.
  CharacterMap(std::string_view base64, const json::Place& place);

  /// `text` with all replacements: of clusters shorter than 6 bytes as a whole, else of characters.
  std::string mapped(std::string_view text) const;

 private:
  std::optional<std::string_view> find(std::string_view text) const;

  std::vector<std::uint32_t> units_;
  std::string pool_;
};

}  // namespace attn::tokenizers
