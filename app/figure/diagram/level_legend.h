#pragma once

#include <string_view>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// What the colours mean in one line from `at` on: the name, a round number near the lowest, the
/// colours from there on, the round number near the highest that they end at. Answers where it
/// ends.
double add_level_legend(Diagram& diagram, const Ruler& ruler, std::string_view name,
                        const Colormap& colormap, ColorRange range, Point at);

}  // namespace attn
