#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/gradients/loss.h"

namespace attn {

/// The losses that `json` (UTF-8), one or a list of them, describes, for `scene`: keys and types
/// are right, and each knows its place; the rest is check_loss()'s. Throws SceneError.
std::vector<Loss> parse_losses(std::string_view json, const Scene& scene);

/// Those in the file at `path`; "-" reads standard input. Throws SceneError.
std::vector<Loss> read_losses(const std::string& path, const Scene& scene);

}  // namespace attn
