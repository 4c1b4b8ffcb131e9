#include "app/figure/heatmap/label_axis.h"

#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kSizes[] = {14, 12.5, 11, 9};
constexpr double kThinnedSize = 11;

LabelAxis axis_of_size(double size) {
  return {.style = {.size = size, .weight = PANGO_WEIGHT_MEDIUM},
          .line = size + (size > 12 ? 3 : 1)};
}

// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `count`.
Index round_step(double count) {
  for (Index power = 1;; power *= 10) {
    for (const Index digit : {1, 2, 5}) {
      if (static_cast<double>(digit * power) >= count) return digit * power;
    }
  }
}

}  // namespace

LabelAxis fit_axis(double cell, Index count) {
  if (count == 1) return axis_of_size(kSizes[0]);
  for (const double size : kSizes) {
    if (axis_of_size(size).line <= cell) return axis_of_size(size);
  }
  LabelAxis thinned = axis_of_size(kThinnedSize);
  thinned.step = round_step(thinned.line / cell);
  return thinned;
}

std::vector<Text> make_labels(const std::vector<std::string>& words, const LabelAxis& axis,
                              double longest) {
  std::vector<Text> labels;
  for (std::size_t i = 0; i < words.size(); i += static_cast<std::size_t>(axis.step)) {
    labels.emplace_back(visible_text(words[i]), axis.style);
    labels.back().shorten(longest);
  }
  return labels;
}

double widest(const std::vector<Text>& labels) {
  double width = 0;
  for (const Text& label : labels) width = std::max(width, label.width());
  return width;
}

double column_angle(const LabelAxis& axis, const std::vector<Text>& labels, double cell) {
  constexpr double kSpace = 8;  // between level labels
  if (axis.step == 1 && widest(labels) <= cell - kSpace) return 0;
  return axis.step == 1 && cell >= 1.5 * axis.line ? kSlanted : kUpright;
}

}  // namespace attn
