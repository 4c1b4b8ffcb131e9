#pragma once

#include <vector>

#include "app/document/json/json.h"

namespace attn::tokenizers {

/// Tokens that a post-processor puts around a text.
struct Frame {
  std::vector<int> before, after;
};

/// Reads the object of a post-processor. Throws SceneError.
Frame read_frame(const json::Value& value, const json::Place& place);

}  // namespace attn::tokenizers
