#pragma once

#include <optional>

#include "engine/problem.h"
#include "engine/scene.h"

namespace attn {

/// H·M·L may not be larger: what one evaluation keeps for each weight is bounded by it.
inline constexpr long long kMaxWeights = 1LL << 26;

/// The first thing about `scene` that breaks a rule of the scene format (shapes that don't fit,
/// numbers out of range or not finite), with its place; nothing where all is well.
std::optional<Problem> check(const Scene& scene);

}  // namespace attn
