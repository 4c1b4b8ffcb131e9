#pragma once

#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// Throws OptionError, in words that name the option and what is allowed, where `options` say what
/// is not to be had of `scene`, or means nothing in the view; answers that view.
const FigureView& check_options(const Scene& scene, const FigureOptions& options);

/// `options` without what means nothing in `view`.
FigureOptions only_meant(const FigureView& view, FigureOptions options);

}  // namespace attn
