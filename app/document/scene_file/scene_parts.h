#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// Parts of the window, by the names in a view's `locked`, whose numbers differ between the scenes:
/// "temperature", "mask", "embeddings.table" and so on.
std::vector<std::string> changed_parts(const Scene& before, const Scene& after);

/// First changed part that is locked; empty if none is.
std::string locked_change(const std::set<std::string>& locked, const Scene& before,
                          const Scene& after);

}  // namespace attn
