#pragma once

#include <string>

#include "app/figure/drawing.h"
#include "app/figure/figure.h"
#include "app/figure/heatmap.h"

namespace attn {

/// The settings that a head's weights come from, in words: "Dot product · softmax · T = 1".
std::string describe_settings(const Scene& scene, Index head);

/// What `options.view` is a pair quantity of (weights, scores, raw-scores), of one head, as a
/// heatmap. It reads `scene` and `trace`, which must outlive it. Throws std::runtime_error where
/// there is no such head.
Heatmap pair_heatmap(const Scene& scene, const Trace& trace, const FigureOptions& options);

/// The views that are pair quantities.
Drawing draw_pairs(const Scene& scene, const Trace& trace, const FigureOptions& options);

}  // namespace attn
