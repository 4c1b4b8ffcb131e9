#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/json.h"
#include "app/document/json/sink.h"
#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/gradients/loss.h"

namespace attn {

/// Result of `gradients` as JSON, by the contract: for numbers present in `file`, a scene or
/// network, by their places in it. Throws SceneError, with the place, if one exceeds float32's
/// range.
void write_gradients(double loss, const Gradients& gradients, const json::Value& file,
                     const Sink& sink);

/// Parses losses from `json` (UTF-8), one or a list, for `scene`: checks keys and types, and stores
/// places; check_loss() checks the rest. Throws SceneError.
std::vector<Loss> parse_losses(std::string_view json, const Scene& scene);

/// Losses in the file at `path`; "-" reads standard input. Throws SceneError.
std::vector<Loss> read_losses(const std::string& path, const Scene& scene);

}  // namespace attn
