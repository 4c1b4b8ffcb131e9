#pragma once

#include "engine/reference/attention.h"

namespace attn {

/// Evaluates like evaluate_plainly(), by the fast path if possible. For a sequence of scenes an
/// Evaluator (evaluator.h) is faster.
Trace evaluate(const Scene& scene);

}  // namespace attn
