#pragma once

#include <memory>

#include "app/figure/drawing.h"
#include "app/figure/figure_page.h"
#include "app/figure/figure_views.h"
#include "engine/evaluation.h"

namespace attn {

/// `view` on `page`. The options are checked. Throws OptionError where the picture would be too
/// large.
Drawing draw_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                  const FigureOptions& options, const FigurePage& page);

}  // namespace attn
