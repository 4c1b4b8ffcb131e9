#include "app/figure/page/figure_page.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/figure/canvas/canvas.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kUnitsPerInch = 96;

constexpr PaperFormat kPaperFormats[] = {
    {"column", "one of two columns of a paper", 3.3, std::nullopt, 8.6, 300},
    {"two-column", "both columns of a paper", 6.75, std::nullopt, 8.6, 300},
    {"page", "the text of a page", 6.5, std::nullopt, 10, 300},
    {"slide", "a whole slide, 16:9", 40.0 / 3, 7.5, 20, 144, 8},
    {"poster", "a column of a poster", 24, std::nullopt, 28, 150},
    // Widths of the venues' style files.
    {"acl", "a column of an ACL paper", 7.7 / 2.54, std::nullopt, 8.6, 300},
    {"acl-wide", "both columns of an ACL paper", 16 / 2.54, std::nullopt, 8.6, 300},
    {"neurips", "the text of a NeurIPS paper", 5.5, std::nullopt, 9, 300},
    {"icml", "a column of an ICML paper", 3.25, std::nullopt, 8.6, 300},
    {"icml-wide", "both columns of an ICML paper", 6.75, std::nullopt, 8.6, 300},
    {"cvpr", "a column of a CVPR paper", 3.28125, std::nullopt, 8.6, 300},
    {"cvpr-wide", "both columns of a CVPR paper", 6.875, std::nullopt, 8.6, 300},
};

struct Unit {
  std::string_view name;
  double inches;
};
constexpr Unit kUnits[] = {{"in", 1}, {"cm", 1 / 2.54}, {"mm", 1 / 25.4}, {"pt", 1.0 / 72}};

/// Dots of an image per pixel in vector formats.
double dots_of_images(const FigureOptions& options) {
  return options.wished_dots ? *options.wished_dots / kUnitsPerInch : kPrintResolution;
}

}  // namespace

double page_height(const FigureOptions& options) {
  const bool is_beside_text = options.width_inches && !options.height_inches;
  return is_beside_text && *options.width_inches <= kPageHeight ? kPageHeight : 0;
}

FigurePage page_of(const FigureOptions& options, double usual_scale) {
  const double zoom = options.font_size / kFontSize;
  const double least_zoom =
      std::min(options.font_size, options.least_font_size.value_or(options.font_size)) / kFontSize;
  FigurePage page{.scale = options.scale.value_or(usual_scale) * zoom,
                  .least_scale = options.scale.value_or(std::min(usual_scale, 1.0)) * least_zoom,
                  .room = 1 / zoom,
                  // In vector formats a unit is a pixel.
                  .pixels_per_inch =
                      kUnitsPerInch * (usual_scale > 1 ? options.scale.value_or(usual_scale) : 1),
                  .dots = usual_scale > 1 ? 1 : dots_of_images(options)};
  const bool is_beside_text = options.is_for_paper() && !options.height_inches;
  if (is_beside_text) page.margin = kPaperMargin;
  if (options.width && options.width_inches) {
    page.pixels_per_inch = *options.width / *options.width_inches;
  }
  if (options.width) page.width = *options.width / page.scale;
  if (options.height) page.height = *options.height / page.scale;
  return page;
}

void check_picture(std::string_view option, double width, double height) {
  if (width <= kMostOnASide && height <= kMostOnASide && width * height <= kMostPixels) return;
  const auto whole = [](double length) { return std::to_string(std::llround(length)); };
  throw OptionError(std::string(option) + ": the figure would have " + whole(width) + " x " +
                    whole(height) + " pixels; expected at most " + whole(kMostOnASide) +
                    " on a side and " + whole(kMostPixels) + " in all");
}

std::span<const PaperFormat> paper_formats() { return kPaperFormats; }

FigureOptions on_paper(const PaperFormat& format, FigureOptions options) {
  options.width_inches = format.width;
  options.height_inches = format.height;
  options.font_size = format.type * kUnitsPerInch / 72;
  options.least_font_size = format.least_type * kUnitsPerInch / 72;
  options.dots_per_inch = format.dots_per_inch;
  return options;
}

std::optional<double> inches_in(std::string_view text) {
  const auto number = take_parsed<double>(text);
  if (!number || !(*number > 0) || !std::isfinite(*number)) return std::nullopt;
  if (text.starts_with(' ')) text.remove_prefix(1);
  for (const Unit& unit : kUnits) {
    if (text == unit.name) return *number * unit.inches;
  }
  return std::nullopt;
}

FigureOptions in_pixels(FigureOptions options, double usual_scale) {
  const bool has_pixels = usual_scale > 1;  // in vector formats a unit is a pixel
  if (!options.is_for_paper()) {
    if (has_pixels && options.wished_dots) options.scale = *options.wished_dots / kUnitsPerInch;
    return options;
  }
  const double dots = options.wished_dots.value_or(options.dots_per_inch);
  const double scale = has_pixels ? options.scale.value_or(dots / kUnitsPerInch) : 1;
  options.scale = scale;
  const auto pixels = [&](double inches) {
    return static_cast<int>(std::lround(std::min(inches * kUnitsPerInch * scale, 1e6)));
  };
  if (options.width_inches) options.width = pixels(*options.width_inches);
  if (options.height_inches) options.height = pixels(*options.height_inches);
  return options;
}

}  // namespace attn
