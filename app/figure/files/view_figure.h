#pragma once

#include <memory>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_fit.h"
#include "app/figure/page/figure_frame.h"
#include "app/figure/page/figure_page.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Draws `view` on `page`. Options must be checked. Throws OptionError if the image would be too
/// large.
Drawing draw_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                  const FigureOptions& options, const FigurePage& page);

/// Diagram of the view in `room`, without heading and caption. Options must be checked.
Diagram view_diagram(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options, const Rect& room, const FigurePage& page);

/// Limits of the cells of a heatmap: as large as the page allows.
CellLimits cells_on(const FigurePage& page);

/// Space for a diagram on `page`, below its heading and above its caption.
Rect room_on(const FigurePage& page, const Heading& heading, const FigureOptions& options);
/// `diagram` with heading and caption.
LaidFigure laid_figure(Diagram diagram, const Heading& heading, const FigureOptions& options,
                       const FigurePage& page);

}  // namespace attn
