#include "app/figure/steps/pipeline.h"

namespace attn {

CellRange PipelineMatrix::drawn(const CellRange& range) const {
  if (!is_transposed) return range;
  return {range.where, range.column, range.columns, range.row, range.rows};
}

std::vector<const PipelineMatrix*> PipelineStep::matrices() const {
  std::vector<const PipelineMatrix*> all;
  for (const auto& equation : equations) {
    for (const PipelineTerm& term : equation) {
      for (const PipelineMatrix& one : term.matrices) all.push_back(&one);
    }
  }
  return all;
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
      return {0, 5};  // light colours: only hatched or not matters
  }
  return {0, 1};
}

}  // namespace attn
