#pragma once

#include "engine/scene.h"

namespace attn {

// The widths that follow from a scene whose matrices fit.

/// Dv: the width of what the values are taken from.
Index value_width(const Scene& scene);
/// The widths of head h's queries, keys and values.
Index width_of_q(const Scene& scene, std::size_t h);
Index width_of_k(const Scene& scene, std::size_t h);
Index width_of_v(const Scene& scene, std::size_t h);

}  // namespace attn
