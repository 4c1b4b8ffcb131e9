#include "app/figure/page/figure_page.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace attn {

FigurePage page_of(const FigureOptions& options, double usual_scale) {
  const double zoom = options.font_size / kFontSize;
  FigurePage page{.scale = options.scale.value_or(usual_scale) * zoom,
                  .least_scale = options.scale.value_or(std::min(usual_scale, 1.0)) * zoom,
                  .room = 1 / zoom};
  const bool is_beside_text = options.is_for_paper() && !options.height_inches;
  if (is_beside_text) page.margin = kPaperMargin;
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

}  // namespace attn
