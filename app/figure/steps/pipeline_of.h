#pragma once

#include <memory>

#include "app/figure/steps/pipeline.h"

namespace attn {

/// The pipeline of an evaluation. As long as the last one made is in use, it is given again for the
/// same evaluation and head, with the same matrices.
std::shared_ptr<const Pipeline> pipeline_of(const std::shared_ptr<const Evaluation>& evaluation,
                                            Index head);

}  // namespace attn
