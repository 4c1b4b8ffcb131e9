#pragma once

#include <span>

#include "app/ui/panels/parameter_line.h"

namespace attn::ui {

// The numbers and choices of the scene that kinds have besides their matrices, and heads besides
// theirs: each is one row.

std::span<const ParameterLine> score_parameters();
std::span<const ParameterLine> normalizer_parameters();
std::span<const ParameterLine> position_parameters_of_kind();
/// Of the n-th mask, and of the n-th head.
std::span<const ParameterLine> mask_parameters();
std::span<const ParameterLine> head_parameters();

}  // namespace attn::ui
