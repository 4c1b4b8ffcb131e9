#pragma once

#include <optional>

#include "app/figure/inspector/explanation_step.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// How dimension `column` of the output of head `head` goes into the combined output of `query`,
/// into that dimension which it moves most. Nothing where the heads stay apart, or are the output
/// as they stand side by side.
std::optional<ExplanationStep> explain_combined(const Evaluation& evaluation, std::size_t head,
                                                Index query, Index column);

}  // namespace attn
