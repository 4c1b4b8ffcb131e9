#pragma once

#include "app/document/json/json.h"
#include "app/document/json/sink.h"
#include "engine/attention/gradients.h"

namespace attn {

/// The result of `gradients` as JSON, by the contract: of numbers that `file`, a scene or network,
/// has, by their places in it. Throws SceneError, there, where one leaves float32's range.
void write_gradients(double loss, const Gradients& gradients, const json::Value& file,
                     const Sink& sink);

}  // namespace attn
