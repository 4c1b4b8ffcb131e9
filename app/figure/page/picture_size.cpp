#include "app/figure/page/picture_size.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "app/figure/page/figure_options.h"

namespace attn {

void check_picture(std::string_view option, double width, double height) {
  if (width <= kMostOnASide && height <= kMostOnASide && width * height <= kMostPixels) return;
  const auto whole = [](double length) { return std::to_string(std::llround(length)); };
  throw OptionError(std::string(option) + ": the figure would have " + whole(width) + " x " +
                    whole(height) + " pixels; expected at most " + whole(kMostOnASide) +
                    " on a side and " + whole(kMostPixels) + " in all");
}

}  // namespace attn
