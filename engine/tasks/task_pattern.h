#pragma once

#include "engine/base/matrix.h"
#include "engine/tasks/task.h"

namespace attn {

/// Where a task's answers come from, as a small picture of a head that would find them, `side` x
/// `side`, 0 … 1: row i has the places whose tokens, put in others' place, change what is right at
/// place i, in some sequences of the task; of a causal task those that are seen. Of the beginnings
/// of sequences, where the task has answers for such; else of whole ones, made smaller by their
/// largest shares.
Matrix task_pattern(const LearningTask& task, Index side);

}  // namespace attn
