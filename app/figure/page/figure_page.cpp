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
    {"slide", "a whole slide, 16:9", 40.0 / 3, 7.5, 20, 144},
    {"poster", "a column of a poster", 24, std::nullopt, 28, 150},
};

struct Unit {
  std::string_view name;
  double inches;
};
constexpr Unit kUnits[] = {{"in", 1}, {"cm", 1 / 2.54}, {"mm", 1 / 25.4}, {"pt", 1.0 / 72}};

}  // namespace

FigurePage page_of(const FigureOptions& options, double usual_scale) {
  const double zoom = options.font_size / kFontSize;
  FigurePage page{.scale = options.scale.value_or(usual_scale) * zoom,
                  .least_scale = options.scale.value_or(std::min(usual_scale, 1.0)) * zoom,
                  .room = 1 / zoom,
                  // In vector formats a unit is a pixel.
                  .pixels_per_inch =
                      kUnitsPerInch * (usual_scale > 1 ? options.scale.value_or(usual_scale) : 1),
                  .dots = usual_scale > 1 ? 1 : kPrintResolution};
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
  if (!options.is_for_paper()) return options;
  // In vector formats a unit is a pixel.
  const double scale =
      usual_scale > 1 ? options.scale.value_or(options.dots_per_inch / kUnitsPerInch) : 1;
  options.scale = scale;
  const auto pixels = [&](double inches) {
    return static_cast<int>(std::lround(std::min(inches * kUnitsPerInch * scale, 1e6)));
  };
  if (options.width_inches) options.width = pixels(*options.width_inches);
  if (options.height_inches) options.height = pixels(*options.height_inches);
  return options;
}

}  // namespace attn
