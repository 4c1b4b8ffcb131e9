#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/model/model_run.h"

namespace attn {

/// Attention of a block of a run as a scene of L `tokens`: the block's true inputs, and its
/// matrices in float32. Heads that are off have a gain of 0; no other change of a head is in it.
/// The block must have attention.
Scene scene_of(const ModelRun& run, std::size_t block, std::vector<std::string> tokens);

/// Heads whose changes such a scene does not have.
std::vector<std::size_t> heads_changed_otherwise(const ModelRun& run, std::size_t block);

}  // namespace attn
