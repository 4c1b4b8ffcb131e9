#pragma once

#include <span>

#include "app/ui/panels/parameter_line.h"

namespace attn::ui {

// Lines for the numbers and choices of kinds and heads, except matrices; each is one row of a
// table.

std::span<const ParameterLine> score_parameters();
std::span<const ParameterLine> normalizer_parameters();
std::span<const ParameterLine> position_parameters_of_kind();
/// Of the n-th mask, and of the n-th head.
std::span<const ParameterLine> mask_parameters();
std::span<const ParameterLine> head_parameters();

}  // namespace attn::ui
