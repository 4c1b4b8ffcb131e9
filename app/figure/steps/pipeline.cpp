#include "app/figure/steps/pipeline.h"

namespace attn {

CellRange PipelineMatrix::drawn(const CellRange& range) const {
  if (!is_transposed) return range;
  return {range.where, range.column, range.columns, range.row, range.rows};
}

ColorRange Pipeline::range(PipelineMatrix::Role role) const {
  using Role = PipelineMatrix::Role;
  switch (role) {
    case Role::feature:
      return features;
    case Role::score:
      return scores;
    case Role::weight:
      return weights;
    case Role::seen:
      return {0, 5};  // light colours, as only the hatching matters
  }
  return {0, 1};
}

}  // namespace attn
