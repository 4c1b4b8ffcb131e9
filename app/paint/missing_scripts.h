#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Finds scripts of which no font of the system has some character. Names each once.
class MissingScripts {
 public:
  /// "No font has 我 喜 (Chinese): install fonts-noto-cjk, and start again": the new ones among
  /// `characters`; empty if there are none.
  std::string words_for(std::vector<char32_t> characters);
  std::string words_for(const std::vector<std::string>& texts);

 private:
  std::set<std::string_view> named_;
};

}  // namespace attn
