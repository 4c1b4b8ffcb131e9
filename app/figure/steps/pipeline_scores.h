#pragma once

#include <string>
#include <string_view>

#include "app/figure/steps/pipeline_matrices.h"

namespace attn {

/// The two steps of a pipeline that make scores.
class PipelineScores : protected PipelineMatrices {
 protected:
  explicit PipelineScores(Pipeline& pipeline) : PipelineMatrices(pipeline) {}

  /// From queries and keys to what the score function says, without its scale.
  PipelineStep score_step();
  /// From there to what is normalised: scale, bias and mask.
  PipelineStep mask_step();

 private:
  /// Whether the score function has the heads' parameter `key`.
  bool uses(std::string_view key) const;
  /// What the bias of the second step is made of.
  std::string shift_words() const;
};

}  // namespace attn
