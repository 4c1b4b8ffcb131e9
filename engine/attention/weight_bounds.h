#pragma once

#include <cstddef>

#include "engine/attention/scene.h"

namespace attn {

/// What holds for a head's weights, whatever its numbers are.
struct WeightBounds {
  /// What the row of a query that sees a key sums to.
  enum class Sum {
    kOne,        ///< or, of normalizers that divide by a sum, all are 0
    kAtMostOne,  ///< a sink takes the rest (sink_shares)
    kAny,
  };

  bool may_be_negative = false;
  bool may_exceed_one = false;
  Sum row = Sum::kOne;
  /// Each key's column sums to 1 over the queries that see it.
  bool columns_sum_to_one = false;

  /// 0 to 1, as shares of a whole are.
  bool is_unit() const { return !may_be_negative && !may_exceed_one; }
  bool operator==(const WeightBounds&) const = default;
};

WeightBounds weight_bounds(const Scene& scene, std::size_t h);

}  // namespace attn
