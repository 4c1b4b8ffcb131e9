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

/// Text shown in a figure.
struct Said {
  std::string text;
  TextRole role = TextRole::words;
};

/// Figure laid out for a page; it may exceed the page.
struct LaidFigure {
  Drawing drawing;
  std::vector<Said> said{};
  bool has_numbers = true;   ///< all cells have numbers, if requested
  bool has_names = true;     ///< no required name of a row or column is left out
  bool has_formulas = true;  ///< no formula is reduced below the legible size on paper
};
using LayOut = std::function<LaidFigure(const FigurePage& page)>;

/// Fits the result of `lay_out` to `page`. A figure of a given size is drawn at full scale, and
/// shows all texts of the figure of free size: each name, each word, and on paper only legible
/// formulas. If those, or the requested numbers in cells and names, do not fit, throws OptionError
/// with the least size: one pixel less would be refused too. The figure, if it fits.
std::optional<Drawing> figure_that_fits(const LayOut& lay_out, const FigurePage& page,
                                        const FigureOptions& options);
Drawing fitting_figure(const LayOut& lay_out, const FigurePage& page, const FigureOptions& options,
                       const std::string& what);

}  // namespace attn
