#pragma once

#include <memory>
#include <string>

#include "app/figure/canvas/drawing.h"
#include "app/figure/heatmap/figure_fit.h"
#include "app/figure/heatmap/figure_page.h"
#include "app/figure/heatmap/heatmap.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// The head that `options` say.
Index head_of(const Scene& scene, const FigureOptions& options);

/// The settings that a head's weights come from, in words: "Dot product · softmax · T = 1".
std::string describe_settings(const Scene& scene, Index head);

/// What `options.view` is a pair quantity of (weights, scores, raw-scores), of one head, as a
/// heatmap. It reads `scene` and `trace`, which must outlive it. Throws OptionError
/// where there is no such head or query.
Heatmap pair_heatmap(const Scene& scene, const Trace& trace, const FigureOptions& options);

/// `heatmap` on a page, which has room for the options' caption too.
LaidFigure lay_out_pairs(std::shared_ptr<const Heatmap> heatmap, const FigureOptions& options,
                         const FigurePage& page);

/// The views that are pair quantities, of one head.
Drawing draw_pairs(const Scene& scene, const Trace& trace, const FigureOptions& options,
                   const FigurePage& page = {});

}  // namespace attn
