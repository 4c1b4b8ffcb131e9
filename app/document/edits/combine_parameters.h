#pragma once

#include <cstdint>
#include <vector>

#include "app/document/edits/origins.h"
#include "engine/attention/scene.h"

namespace attn {

/// Origin of the heads of a changed scene, and of the columns of their values.
struct HeadOrigins {
  std::vector<Index> old_widths;  ///< width of the values of each previous head
  Origins heads;                  ///< for each head, its previous index
  std::vector<Origins> columns;   ///< for each head, the previous index of each column of its
                                  ///< values
};

/// Width of the values of each head.
std::vector<Index> widths_of_values(const Scene& scene);

/// Rearranges combine's parameters and ALiBi's slopes with the heads. New columns are 0; a new head
/// gets random numbers (by `seed`), the last head's weight, and half the last head's slope, so that
/// it has an effect.
void follow_heads(Scene& scene, const HeadOrigins& origins, std::uint64_t seed = 0);

}  // namespace attn
