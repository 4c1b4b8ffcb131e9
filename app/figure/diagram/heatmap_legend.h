#pragma once

#include <string>
#include <string_view>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"

namespace attn {

/// Draws the target "legend" in `room`: colours, lowest at the bottom, with round numbers to the
/// right of the bar; ends beyond which numbers lie are pointed. Text above: the `quantity`
/// ("weight"), if any, and the range if it is not obvious. Below it, a sample of a masked cell. The
/// text starts above the bar and has this width.
void add_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                const Shading& shading, Rect room, const std::string& quantity = "",
                bool has_masked = false);
/// Width of the numbers and words to the right of a legend's bar.
double legend_room(const Ruler& ruler, const Shading& shading, const std::string& quantity = "",
                   bool has_masked = false, double bar = 12);
/// Height of the text above the bar.
double legend_words_height(const Shading& shading, const std::string& quantity);
/// Height of "masked" below the bar.
inline constexpr double kSwatchRoom = 28;

/// Draws a horizontal legend from its upper left corner `at`: text, colours with the lowest at the
/// left, round numbers below, and a sample of a masked cell. The bar uses the remaining `width`, at
/// most kLyingBar. Returns the total width.
double add_lying_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                        const Shading& shading, Point at, double width,
                        const std::string& quantity = "", bool has_masked = false);
inline constexpr double kLyingLegend = 34;  ///< its height
inline constexpr double kLyingBar = 150;

/// Draws a legend in one line at `at`: the name, a round number near the lowest, the colours
/// between, a round number near the highest. Returns its right end.
double add_level_legend(Diagram& diagram, const Ruler& ruler, std::string_view name,
                        const Colormap& colormap, ColorRange range, Point at);

}  // namespace attn
