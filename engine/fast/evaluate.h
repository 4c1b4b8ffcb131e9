#pragma once

#include "engine/reference/attention.h"

namespace attn {

/// What evaluate_plainly() gives, by the fast path where the scene is for it. One after another is
/// faster by an Evaluator (evaluator.h).
Trace evaluate(const Scene& scene);

}  // namespace attn
