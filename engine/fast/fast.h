#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// Whether the kernels compute all that the scene asks for. Other scenes are evaluated by the plain
/// reference, through the same calls.
bool is_fast(const Attention& attention);

}  // namespace attn
