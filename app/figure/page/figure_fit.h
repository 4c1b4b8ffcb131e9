#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/page/figure_page.h"

namespace attn {

/// A text that a figure says.
struct Said {
  std::string text;
  TextRole role = TextRole::words;
};

/// A figure that is laid out for a page; it may be larger than the page.
struct LaidFigure {
  Drawing drawing;
  std::vector<Said> said{};
  bool has_numbers = true;   ///< all cells have theirs, where they are wanted in any case
  bool has_formulas = true;  ///< none is set smaller, to fit, than letters can be read on paper
};
using LayOut = std::function<LaidFigure(const FigurePage& page)>;

/// What `lay_out` makes of `page`. A figure of a given size is drawn at its full scale, and says
/// all that it says where its size is its own: each name, each word, and on paper no formula is too
/// small to be read. Where that or the numbers in cells that the options want have no room, throws
/// OptionError with the least size that they have: with one pixel less it would be refused too.
Drawing fitting_figure(const LayOut& lay_out, const FigurePage& page, const FigureOptions& options,
                       const std::string& what);

}  // namespace attn
