#pragma once

namespace attn {

/// The smallest room that all of the window goes into at content scale 1, in pixels.
inline constexpr int kLeastWidth = 1024;
inline constexpr int kLeastHeight = 640;

/// The content scale for a window of that size: the screen's, or what leaves as much room as at
/// scale 1 in the smallest window; never below 1. It goes in steps, so that the fonts are not made
/// anew for each pixel by which a window is made smaller.
float fitting_scale(float screen_scale, float width, float height);

/// Pixels for one of the design in presenter mode, whatever the screen's content scale: what is to
/// be read from the last row takes a share of the screen. It is less where the view `shares` the
/// window with a lesson's text, or with panels on both sides: else these would take all of it.
float presenting_scale(float width, float height, bool shares = false);

}  // namespace attn
