#pragma once

#include <string>

#include "app/document/json/sink.h"

namespace attn {

struct GradientsOptions {
  std::string scene, loss, out;
};

/// `attentoscope gradients SCENE --loss LOSS`: writes the gradient of the loss with respect to each
/// number of the scene to `sink` as JSON. Throws Failure.
void write_gradients_of(const GradientsOptions& options, const Sink& sink);

}  // namespace attn
