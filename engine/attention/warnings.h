#pragma once

#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// One for each query that sees no key. `seen` is M x L; null where all see all.
std::vector<std::string> unseeing_warnings(const Scene& scene, const BoolMatrix* seen);

}  // namespace attn
