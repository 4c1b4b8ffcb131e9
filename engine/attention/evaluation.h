#pragma once

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// A scene and its trace in one, so that what is drawn always fits together.
struct Evaluation {
  Scene scene;
  Trace trace;
  double seconds = 0;  ///< how long the evaluation took
  Index block = 0;     ///< of the network whose attention it is; a scene is one block
};

}  // namespace attn
