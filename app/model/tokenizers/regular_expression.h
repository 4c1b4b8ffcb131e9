#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/json.h"

struct re_pattern_buffer;

namespace attn::tokenizers {

/// Span of bytes in a text.
struct Match {
  std::size_t begin, end;
  bool is_match = true;
};

/// Regular expression by Oniguruma, whose retries and stack are limited.
class RegularExpression {
 public:
  /// Compiles the expression that stands at `place`. Throws SceneError.
  RegularExpression(std::string_view pattern, const json::Place& place);

  /// Splits `text`: the matches from left to right, without an empty
  /// one right after another match, and the rest between them. Throws SceneError if this takes too
  /// many steps.
  std::vector<Match> split(std::string_view text) const;

 private:
  std::shared_ptr<re_pattern_buffer> compiled_;
  std::string place_;
};

}  // namespace attn::tokenizers
