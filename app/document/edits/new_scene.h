#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// What a new scene begins with: a few words, each with its own vector, that attend to one another.
Scene new_scene();

}  // namespace attn
