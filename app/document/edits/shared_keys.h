#pragma once

#include <cstddef>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// The heads that have one head's keys and values, as head h has (Head::keys_of): that one first.
std::vector<std::size_t> heads_with_keys_of(const Scene& scene, std::size_t h);

/// Head h with the keys and values that it has of another.
Head with_own_keys(const Scene& scene, std::size_t h);

}  // namespace attn
