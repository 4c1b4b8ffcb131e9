#pragma once

#include "engine/scene.h"
#include "engine/trace.h"

namespace attn {

/// A Trace with the Scene that it is of, so that what is drawn always fits together.
struct Evaluation {
  Scene scene;
  Trace trace;
  double seconds = 0;  ///< that it took
};

}  // namespace attn
