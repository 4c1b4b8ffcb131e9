#pragma once

#include <memory>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_fit.h"
#include "app/figure/page/figure_frame.h"
#include "app/figure/page/figure_page.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// `view` on `page`. The options are checked. Throws OptionError where the picture would be too
/// large.
Drawing draw_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                  const FigureOptions& options, const FigurePage& page);

/// What it shows, in `room`, without what stands around it. The options are checked.
Diagram view_diagram(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options, const Rect& room, const FigurePage& page);

/// The room for a diagram on `page`, below its heading and above its caption.
Rect room_on(const FigurePage& page, const Heading& heading, const FigureOptions& options);
/// `diagram` with all that stands around it.
LaidFigure laid_figure(Diagram diagram, const Heading& heading, const FigureOptions& options,
                       const FigurePage& page);

/// What a file says of the view itself: "weights · colours viridis · range own · Dot product · …".
std::string describe_figure(const FigureView& view, const Evaluation& evaluation,
                            const FigureOptions& options);

}  // namespace attn
