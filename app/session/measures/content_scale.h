#pragma once

#include <array>

namespace attn {

/// Smallest size of the window at content scale 1, in pixels.
inline constexpr int kLeastWidth = 1024;
inline constexpr int kLeastHeight = 640;

/// Sizes of type and cells that can be chosen, in percent of the screen's content scale.
inline constexpr std::array kTypeSizes = {80, 90, 100, 110, 125, 150, 175, 200, 225, 250};

/// Size of type in percent on a screen of that size, in pixels at content scale 1, until another
/// is chosen: on a large screen, text is to be read from the third row.
int usual_type_size(float width, float height);
/// Next larger (`by` > 0) or smaller one of kTypeSizes; the last one at the end.
int next_type_size(int percent, int by);

/// Scale for a window of that size: `wanted`, or smaller so that the window has at least the space
/// of the smallest one, but not below 1. Changes in steps, so that fonts are not rebuilt for each
/// pixel of a resize.
float fitting_scale(float wanted, float width, float height);

/// Scale of presenter mode in pixels per unit, independent of the screen's content scale: text
/// readable from the last row takes a share of the screen. Smaller if the view `shares` the window
/// with a lesson's text, or with panels on both sides.
float presenting_scale(float width, float height, bool shares = false);

}  // namespace attn
