#pragma once

#include <cstdint>

#include "engine/blocks/network.h"
#include "engine/tasks/task.h"

namespace attn {

/// Initial network of a run. Weights are normal random numbers from the seed with standard
/// deviation 1 / √fan-in (embeddings and positions: 1 / √D), biases are 0; heads are D / heads
/// wide. With a residual a layer has W_O; otherwise the concatenated heads are unembedded. Its
/// tokens are the task's first test sequence, its normalizer is the task's. D must be a multiple of
/// the heads.
Network first_network(const LearningTask& task, const Sizes& sizes, std::uint64_t seed);

/// Replaces the network's sequence by one of `task`: its tokens, and for points their vectors.
void put_sequence(const LearningTask& task, const Example& example, Network& network);

/// Approximate number of multiply-adds of a training step on a batch of this size.
double products_of_step(const LearningTask& task, const Sizes& sizes, Index batch);

}  // namespace attn
