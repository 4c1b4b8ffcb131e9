#pragma once

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// Scene with its trace, so that everything drawn is consistent.
struct Evaluation {
  Scene scene;
  Trace trace;
  double seconds = 0;  ///< duration of the evaluation
  Index block = 0;     ///< block of the network that the attention belongs to; a scene is one block
};

}  // namespace attn
