#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// Initial new scene: a few words with own vectors that attend to one another.
Scene new_scene();

}  // namespace attn
