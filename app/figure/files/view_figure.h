#pragma once

#include <memory>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_page.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// `view` on `page`. The options are checked. Throws OptionError where the picture would be too
/// large.
Drawing draw_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                  const FigureOptions& options, const FigurePage& page);

}  // namespace attn
