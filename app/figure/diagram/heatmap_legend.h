#pragma once

#include <string>
#include <string_view>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"

namespace attn {

/// The target "legend": what the colours mean, lowest below, with round numbers to the right of the
/// bar in `room`, whose ends are pointed where numbers lie beyond.
void add_legend(Diagram& diagram, const Colormap& colormap, ColorRange range, Beyond beyond,
                Rect room);

/// The room to the right of a legend's bar that its numbers take.
double legend_room(const Ruler& ruler, ColorRange range);

/// The same for numbers that become colours as `shading` says, with words above: what `quantity` it
/// is ("weight"), if any, and what the range is where that is not plain. Below it, how what is
/// masked looks. The words begin above the bar, so wide.
void add_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                const Shading& shading, Rect room, const std::string& quantity = "",
                bool has_masked = false);
double legend_room(const Ruler& ruler, const Shading& shading, const std::string& quantity = "",
                   bool has_masked = false, double bar = 12);
/// Of the words above the bar.
double legend_words_height(const Shading& shading, const std::string& quantity);
/// What "masked" takes below the bar.
inline constexpr double kSwatchRoom = 28;

/// The same lying on its side, from its upper left corner `at` on: the words, the colours, lowest
/// left, with round numbers below them, and how what is masked looks. The bar is as long as is left
/// of `width`, at most kLyingBar. Answers how wide all of it is.
double add_lying_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                        const Shading& shading, Point at, double width,
                        const std::string& quantity = "", bool has_masked = false);
inline constexpr double kLyingLegend = 34;  ///< how high it is
inline constexpr double kLyingBar = 150;

/// What the colours mean in one line from `at` on: the name, a round number near the lowest, the
/// colours from there on, the round number near the highest that they end at. Answers where it
/// ends.
double add_level_legend(Diagram& diagram, const Ruler& ruler, std::string_view name,
                        const Colormap& colormap, ColorRange range, Point at);

}  // namespace attn
