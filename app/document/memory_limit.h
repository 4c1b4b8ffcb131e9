#pragma once

#include <optional>
#include <string>

#include "engine/problem.h"
#include "engine/scene.h"

namespace attn {

/// The bytes that evaluating one scene may take: half of the machine's memory, or what the
/// environment variable ATTENTOSCOPE_MEMORY says, in MB.
double memory_limit();

/// "1.6 GB", "12 MB"
std::string memory_words(double bytes);

/// What keeps an evaluation that takes `needed` bytes within `limit`: both numbers, in words;
/// nothing where nothing does.
std::optional<Problem> memory_problem(double needed, double limit = memory_limit());

}  // namespace attn
