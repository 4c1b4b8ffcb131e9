#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// The parts of the window, by the names that a view's `locked` has, whose numbers differ between
/// the scenes: "temperature", "mask", "embeddings.table" and so on.
std::vector<std::string> changed_parts(const Scene& before, const Scene& after);

/// The first of them that is locked; empty where none is.
std::string locked_change(const std::set<std::string>& locked, const Scene& before,
                          const Scene& after);

}  // namespace attn
