#pragma once

#include <optional>

#include "engine/attention/scene.h"
#include "engine/base/problem.h"

namespace attn {

/// H·M·L may not be larger: what one evaluation keeps for each weight is bounded by it.
inline constexpr long long kMaxWeights = 1LL << 26;

/// A trace may not hold more numbers (of 4 bytes): a small file can ask for any number of them, by
/// many heads that share wide embeddings.
inline constexpr long long kMaxTraceNumbers = 1LL << 31;

/// The first thing about `scene` that breaks a rule of the scene format (shapes that don't fit,
/// numbers out of range or not finite), with its place; nothing where all is well.
std::optional<Problem> check(const Scene& scene);

}  // namespace attn
