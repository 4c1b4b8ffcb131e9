#pragma once

#include <cstddef>

#include "engine/attention/scene.h"

namespace attn {

/// Bounds of a head's weights that hold for any numbers.
struct WeightBounds {
  /// Sum of the row of a query that sees a key.
  enum class Sum {
    kOne,        ///< 1; for normalizers that divide by a sum, or all weights are 0
    kAtMostOne,  ///< at most 1: a sink takes the rest (sink_shares)
    kAny,
  };

  bool may_be_negative = false;
  bool may_exceed_one = false;
  Sum row = Sum::kOne;
  /// Each key's column sums to 1 over the queries that see it.
  bool columns_sum_to_one = false;

  /// Range 0 to 1, as for shares.
  bool is_unit() const { return !may_be_negative && !may_exceed_one; }
  bool operator==(const WeightBounds&) const = default;
};

WeightBounds weight_bounds(const Scene& scene, std::size_t h);

}  // namespace attn
