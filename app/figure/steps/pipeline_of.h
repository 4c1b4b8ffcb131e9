#pragma once

#include <memory>

#include "app/figure/steps/pipeline.h"

namespace attn {

/// Pipeline of an evaluation. Cached while in use: the same evaluation and head give the same
/// pipeline and matrices.
std::shared_ptr<const Pipeline> pipeline_of(const std::shared_ptr<const Evaluation>& evaluation,
                                            Index head);

}  // namespace attn
