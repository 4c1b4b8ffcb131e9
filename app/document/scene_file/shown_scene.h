#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "engine/attention/scene.h"
#include "engine/base/problem.h"

namespace attn {

// The window, figures and lessons know version 1 of the scene format: they would show less than a
// scene of a later one says, or something else. Where they take a scene, they ask here.

/// Why `scene` can't be shown; nothing where it can.
std::optional<Problem> why_not_shown(const Scene& scene);

/// Throws it as SceneError.
void require_shown(const Scene& scene);

/// Those of a table's kinds that can be shown, which come first in it.
template <typename Kind>
std::span<const Kind> shown_kinds(std::span<const Kind> kinds) {
  const auto later = std::ranges::find_if(kinds, [](const Kind& kind) { return kind.version > 1; });
  return kinds.first(static_cast<std::size_t>(later - kinds.begin()));
}

}  // namespace attn
