#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/figure/page/figure_options.h"

namespace attn {

/// Margin around a figure.
inline constexpr double kFigureMargin = 28;
/// On paper the surrounding text has its own margins.
inline constexpr double kPaperMargin = 4;

/// Height of the text on a page, in inches.
inline constexpr double kPageHeight = 9;

/// Page that a figure is laid out for. Lengths are in units of the layout.
struct FigurePage {
  double scale = 2;        ///< pixels per unit
  double least_scale = 2;  ///< least scale for fitting a given size, if no scale was requested
  std::optional<double> width{}, height{};  ///< exact size; none: free
  double room = 1;  ///< share of the usual length for parts other than text, as labels are larger
  double margin = kFigureMargin;
  double pixels_per_inch = 192;
  double dots = 1;  ///< of an image per pixel; more in vector formats
};

/// Height of the page that the figure must fit, for text beside it, in inches; 0: any height.
double page_height(const FigureOptions& options);

/// Page for `options`. `usual_scale`: pixels per unit without --scale; to fit a given size it may
/// fall to 1.
FigurePage page_of(const FigureOptions& options, double usual_scale);

/// Limits of an image: pixels on a side, and in total.
inline constexpr double kMostOnASide = 16384, kMostPixels = 1 << 26;

/// Throws OptionError, naming `option`, if an image would be larger.
void check_picture(std::string_view option, double width, double height);

/// Format of a publication: width, type size and resolution of its figures.
struct PaperFormat {
  std::string_view id, label;
  double width;                  ///< inches
  std::optional<double> height;  ///< inches; none: free
  double type;                   ///< em of labels, in points; the smallest type has 0.82 of it
  double dots_per_inch;          ///< of a PNG
  double least_type = type;      ///< in points, where a figure needs more room
};
std::span<const PaperFormat> paper_formats();

/// `options` with the size, type and resolution of `format`.
FigureOptions on_paper(const PaperFormat& format, FigureOptions options = {});

/// Parses a length, "3.3in", "8 cm", "80mm", "240pt"; in inches. Empty without such a unit, or if
/// not above 0.
std::optional<double> inches_in(std::string_view text);

/// `options` with inches converted to pixels of a format with default scale `usual_scale`, at a
/// fixed scale: type keeps its size.
FigureOptions in_pixels(FigureOptions options, double usual_scale);

}  // namespace attn
