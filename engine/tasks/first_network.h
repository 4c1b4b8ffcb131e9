#pragma once

#include <cstdint>

#include "engine/blocks/network.h"
#include "engine/tasks/task.h"

namespace attn {

/// The network that a run begins with. Its weights are normal numbers from the seed, of deviation
/// 1 / √fan-in (embeddings and positions: 1 / √D), its biases 0; heads are D / heads wide. With a
/// residual a layer has W_O, else heads side by side are what is unembedded. Its tokens are the
/// first sequence of the task's test, its normalizer is the task's. D must be a multiple of the
/// heads.
Network first_network(const LearningTask& task, const Sizes& sizes, std::uint64_t seed);

/// Puts a sequence of `task` in place of the network's: its tokens, and of points what they are.
void put_sequence(const LearningTask& task, const Example& example, Network& network);

/// About how often a step of training multiplies and adds, on a batch of so many sequences.
double products_of_step(const LearningTask& task, const Sizes& sizes, Index batch);

}  // namespace attn
