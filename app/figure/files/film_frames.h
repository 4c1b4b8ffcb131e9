#pragma once

#include <functional>
#include <string>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/watch.h"
#include "app/figure/text/figure_theme.h"

namespace attn {

/// Frames of a film, in order, with their theme.
struct FilmFrames {
  int count = 0;
  std::function<Drawing(int n)> draw;  ///< of frame n, from 0
  const FigureTheme* theme = &kLightFigure;
};

/// Bytes of an endlessly looping GIF file. Deterministic. Throws Cancelled, and the errors of
/// `draw`.
std::string gif_of(const FilmFrames& film, double fps, const Watch& watch = {});

/// The bytes of the file of frame n.
using FrameBytes = std::function<std::string(int n)>;

/// Writes `count` frames to separate files, named by `pattern` (numbered from 0). All files appear
/// together when all frames are complete. Throws Cancelled and the errors of `bytes`; then no file
/// remains.
void write_numbered(int count, const std::string& pattern, const FrameBytes& bytes,
                    const Watch& watch = {});

}  // namespace attn
