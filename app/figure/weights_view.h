#pragma once

#include <string>

#include "app/figure/drawing.h"
#include "app/figure/figure.h"
#include "app/figure/heatmap.h"

namespace attn {

/// The settings that a head's weights come from, in words: "Dot product · softmax · T = 1".
std::string describe_settings(const Scene& scene, Index head);

/// The weights of one head as a heatmap on 0…1. It reads `scene` and `trace`, which must outlive
/// it. Throws std::runtime_error where there is no such head.
Heatmap weights_heatmap(const Scene& scene, const Trace& trace, const FigureOptions& options);

/// The view `weights`.
Drawing draw_weights(const Scene& scene, const Trace& trace, const FigureOptions& options);

}  // namespace attn
