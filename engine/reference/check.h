#pragma once

#include <optional>

#include "engine/attention/scene.h"
#include "engine/base/problem.h"

namespace attn {

/// Limit of H·M·L, which bounds the memory of an evaluation per weight.
inline constexpr long long kMaxWeights = 1LL << 26;

/// Limit of numbers (of 4 bytes) in a trace: a small file could ask for any number, by many heads
/// that share wide embeddings.
inline constexpr long long kMaxTraceNumbers = 1LL << 31;

/// First violation of the scene format in `scene` (shapes, ranges, finite numbers), with its place;
/// empty if it is valid.
std::optional<Problem> check(const Scene& scene);

}  // namespace attn
