#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"
#include "app/figure/heatmap/figure_page.h"

namespace attn {

/// The space around what a figure shows.
inline constexpr double kFigureMargin = 28;

/// The height that `title` takes above a figure so wide, and `caption` below it; 0 for no words.
double title_height(const std::string& title, double width);
double caption_height(const std::string& caption, double width);

/// `drawing` with `title` above it, within its width.
Drawing with_title(Drawing drawing, const std::string& title);
/// `drawing` with `caption` below it.
Drawing with_caption(Drawing drawing, const std::string& caption);
/// `drawing` in the middle of the page, made smaller where it is larger.
Drawing on_page(Drawing drawing, const FigurePage& page);

}  // namespace attn
