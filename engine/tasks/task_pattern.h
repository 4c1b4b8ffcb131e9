#pragma once

#include "engine/base/matrix.h"
#include "engine/tasks/task.h"

namespace attn {

/// Attention pattern of a head that would solve the task, as a thumbnail of `side` x `side`, 0 … 1:
/// row i has the places whose tokens, when changed, change the target at place i, in some sequences
/// of the task; for causal tasks only visible places. Uses the beginnings of sequences if the task
/// has targets for those; else whole sequences, max-pooled.
Matrix task_pattern(const LearningTask& task, Index side);

}  // namespace attn
