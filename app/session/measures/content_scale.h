#pragma once

namespace attn {

/// Smallest size of the window at content scale 1, in pixels.
inline constexpr int kLeastWidth = 1024;
inline constexpr int kLeastHeight = 640;

/// Content scale for a window of that size: the screen's, or smaller so that the window has at
/// least the space of the smallest one; never below 1. Changes in steps, so that fonts are not
/// rebuilt for each pixel of a resize.
float fitting_scale(float screen_scale, float width, float height);

/// Scale of presenter mode in pixels per unit, independent of the screen's content scale: text
/// readable from the last row takes a share of the screen. Smaller if the view `shares` the window
/// with a lesson's text, or with panels on both sides.
float presenting_scale(float width, float height, bool shares = false);

}  // namespace attn
