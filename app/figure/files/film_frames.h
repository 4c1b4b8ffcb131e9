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

/// `count` frames, each in a file of its own that `pattern` names (counted from 0). All files
/// appear at once when all are done. Throws Cancelled, and what `bytes` throws; then nothing is
/// left.
void write_numbered(int count, const std::string& pattern, const FrameBytes& bytes,
                    const Watch& watch = {});

}  // namespace attn
