#pragma once

#include "app/document/json/json.h"
#include "app/document/json/sink.h"
#include "engine/attention/gradients.h"

namespace attn {

/// Result of `gradients` as JSON, by the contract: for numbers present in `file`, a scene or
/// network, by their places in it. Throws SceneError, with the place, if one exceeds float32's
/// range.
void write_gradients(double loss, const Gradients& gradients, const json::Value& file,
                     const Sink& sink);

}  // namespace attn
