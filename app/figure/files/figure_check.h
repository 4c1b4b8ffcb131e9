#pragma once

#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// Throws OptionError, naming the option and the allowed values, if `options` are invalid for
/// `scene`, or have no meaning in the view; returns that view.
const FigureView& check_options(const Scene& scene, const FigureOptions& options);

/// `options` without those that have no meaning in `view`.
FigureOptions only_meant(const FigureView& view, FigureOptions options);

}  // namespace attn
