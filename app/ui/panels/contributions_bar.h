#pragma once

#include "app/figure/inspector/contributions.h"
#include "app/ui/panels/panels.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What each key brings to one dimension of the output: blocks laid end to end from 0 to the
/// output, those below 0 going back, and their numbers, which add up as they stand there. Where
/// values have several dimensions, one of them is chosen. Of what the inspector explained last.
void contributions_bar(Ui& ui, Access access, const Box& box, Cell cell);

}  // namespace attn::ui
