#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/gradients/loss.h"

namespace attn {

/// Parses losses from `json` (UTF-8), one or a list, for `scene`: checks keys and types, and stores
/// places; check_loss() checks the rest. Throws SceneError.
std::vector<Loss> parse_losses(std::string_view json, const Scene& scene);

/// Losses in the file at `path`; "-" reads standard input. Throws SceneError.
std::vector<Loss> read_losses(const std::string& path, const Scene& scene);

}  // namespace attn
