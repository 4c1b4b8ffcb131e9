#pragma once

#include <cstdint>
#include <vector>

#include "app/document/edits/origins.h"
#include "engine/attention/scene.h"

namespace attn {

/// Where the heads of a changed scene, and the columns of their values, were before.
struct HeadOrigins {
  std::vector<Index> old_widths;  ///< of the values of each head before
  Origins heads;                  ///< for each head, which one it was
  std::vector<Origins> columns;   ///< for each head, which columns of that head its values were
};

/// Of each head, the width of its values.
std::vector<Index> widths_of_values(const Scene& scene);

/// What combine and ALiBi hold for each head follows the heads. For a new column it is 0; for a new
/// head random numbers (by `seed`), the last head's weight, and half the last head's slope, so that
/// the head is there to be seen.
void follow_heads(Scene& scene, const HeadOrigins& origins, std::uint64_t seed = 0);

}  // namespace attn
