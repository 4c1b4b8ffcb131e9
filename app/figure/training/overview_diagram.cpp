#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

constexpr double kUsualPitch = 49;  // larger only where that makes the figure no higher than wide
constexpr double kNumbersAbove = 16, kNumbersGap = 5;
constexpr double kScaleBar = 64, kScaleHeight = 8, kScaleRoom = 22;
constexpr Index kScaleSteps = 32;
constexpr double kThickest = 3;  // of a frame

/// Range of the numbers; equal ends if there are none.
ColorRange span_of(const Overview& overview) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const OverviewHead& head : overview.all) {
    if (std::isnan(head.number)) continue;
    low = std::min(low, head.number);
    high = std::max(high, head.number);
  }
  if (low > high) return {0, 0};
  return {static_cast<float>(low), static_cast<float>(high)};
}

/// 0 … 1, or up to the largest weight; symmetric if some are negative.
ColorRange weights_of(const Overview& overview) {
  float low = 0, high = 1;
  for (const OverviewHead& head : overview.all) {
    if (!head.thumbnail) continue;
    for (const float number : head.thumbnail->reshaped()) {
      if (number == kMasked) continue;
      low = std::min(low, number);
      high = std::max(high, number);
    }
  }
  return low < 0 ? ColorRange{-std::max(high, -low), std::max(high, -low)} : ColorRange{0, high};
}

/// Colours of the heads' weights, one for each head with a thumbnail; on the range of all unless
/// another is chosen.
std::vector<Shading> overview_shadings(const Overview& overview, ColorRange weights) {
  std::vector<PanelNumbers> numbers;
  for (const OverviewHead& head : overview.all) {
    if (head.thumbnail) numbers.push_back({head.thumbnail.get(), head.thumbnail.get()});
  }
  if (overview.range.empty()) {
    return std::vector<Shading>(numbers.size(), plain_shading(weights));
  }
  const NumberSpan span = weights.low < 0 ? NumberSpan::kSigned : NumberSpan::kShares;
  return shadings_of_panels(span, overview.range, numbers, 0);
}

std::string overview_name(const std::vector<std::string>& names, Index n) {
  return names.empty() ? std::to_string(n) : names[static_cast<std::size_t>(n)];
}

void add_frame(Diagram& diagram, const OverviewHead& head, const Rect& square, ColorRange span,
               const Shading* shading, const Colormap& colormap) {
  const double gap = std::min(square.width * 0.04, kThickest),
               line = std::min(square.width * 0.05, kThickest);
  const Rect frame = grown(square, -gap);
  const double inset = line + square.width * 0.02;
  const std::string name =
      "overview.head[" + std::to_string(head.layer) + "][" + std::to_string(head.head) + "]";
  diagram.add_target(name, frame);
  if (head.thumbnail && head.thumbnail->size() > 0) {
    const auto rows = static_cast<double>(head.thumbnail->rows());
    const auto columns = static_cast<double>(head.thumbnail->cols());
    const double cell = (frame.width - 2 * inset) / std::max(rows, columns);
    diagram.add(
        MatrixMark{.area = {frame.x + inset, frame.y + inset, cell * columns, cell * rows},
                   .values = head.thumbnail,
                   .scores = (head.thumbnail->array() == kMasked).any() ? head.thumbnail : nullptr,
                   .shades = shared_shades(*shading, head.thumbnail),
                   .colormap = &colormap,
                   .range = shading->range,
                   .pooled_rows = head.rows,
                   .pooled_columns = head.columns});
  }
  Paint paint{Ink::hairline};
  if (!std::isnan(head.number) && span.high > span.low) {
    paint.data = color_of(*find_colormap("viridis"), span, static_cast<float>(head.number));
  }
  diagram.add_outline(grown(frame, -line / 2), paint, std::min(square.width * 0.05, 2 * kThickest),
                      line);
}

/// Draws "weight 0 ▇▇▇ 1"; returns its right end.
double add_scale(Diagram& diagram, const Ruler& ruler, const std::string& words, ColorRange range,
                 const Colormap& colormap, double x, double y) {
  const std::string low = brief(static_cast<double>(range.low), 3);
  const std::string high = brief(static_cast<double>(range.high), 3);
  const auto add_words = [&](const std::string& text) {
    diagram.add_text({x, y}, text, Type::small, {Ink::secondary});
    x += ruler.width(text, Type::small) + kNumbersGap;
  };
  add_words(words + " " + low);
  auto steps = std::make_shared<Matrix>(1, kScaleSteps);
  for (Index n = 0; n < kScaleSteps; ++n) {
    const float share = (static_cast<float>(n) + 0.5F) / kScaleSteps;
    (*steps)(0, n) = range.low + (range.high - range.low) * share;
  }
  diagram.add(MatrixMark{.area = {x, y - kScaleHeight / 2, kScaleBar, kScaleHeight},
                         .values = std::move(steps),
                         .colormap = &colormap,
                         .range = range});
  x += kScaleBar + kNumbersGap;
  add_words(high);
  return x;
}

}  // namespace

Diagram overview_diagram(const Overview& overview, const Ruler& ruler, double width) {
  Diagram diagram;
  const ColorRange span = span_of(overview), weights = weights_of(overview);
  const Colormap& colormap = overview.colormap
                                 ? *overview.colormap
                                 : *find_colormap(weights.low < 0 ? "red-blue" : "indigo");
  const std::vector<Shading> shadings = overview_shadings(overview, weights);
  // Digits differ in width.
  double left = 0;
  for (Index l = 0; l < overview.layers; ++l) {
    left = std::max(left,
                    ruler.width(overview_name(overview.layer_names, l), Type::small) + kNumbersGap);
  }
  const auto columns = static_cast<double>(std::max<Index>(1, overview.heads));
  const double across_page = (width - left) / columns;
  const double down_page =
      (width - left) / static_cast<double>(std::max<Index>(1, overview.layers));
  const double pitch = std::min(across_page, std::max(kUsualPitch, down_page));
  const Index across = tick_step(
      ruler.width(std::to_string(std::max<Index>(0, overview.heads - 1)), Type::small) + 3, pitch);
  for (Index h = 0; h < overview.heads; h += across) {
    diagram.add_tick({left + (static_cast<double>(h) + 0.5) * pitch, kNumbersAbove / 2 - 1},
                     overview_name(overview.head_names, h), {Ink::secondary}, 0.5);
  }
  const Index down = tick_step(line_height(Type::small) - 2, pitch);
  for (Index l = 0; l < overview.layers; l += down) {
    diagram.add_tick({left - kNumbersGap, kNumbersAbove + (static_cast<double>(l) + 0.5) * pitch},
                     overview_name(overview.layer_names, l), {Ink::secondary}, 1);
  }
  std::size_t drawn = 0;
  for (const OverviewHead& head : overview.all) {
    const Shading* const shading = head.thumbnail ? &shadings[drawn++] : nullptr;
    add_frame(diagram, head,
              {left + static_cast<double>(head.head) * pitch,
               kNumbersAbove + static_cast<double>(head.layer) * pitch, pitch, pitch},
              span, shading, colormap);
  }
  double y = kNumbersAbove + static_cast<double>(overview.layers) * pitch + kScaleRoom / 2 + 4;
  double x = left;
  if (overview.range.empty() || shadings.empty()) {
    x = add_scale(diagram, ruler, "weight", weights, colormap, left, y);
  } else {
    const Shading legend = legend_of_panels(shadings.front(), shadings, "head");
    x += add_lying_legend(diagram, ruler, colormap, legend, {left, y - kScaleRoom / 2},
                          width - left, "weight");
    y += kLyingLegend - kScaleRoom + 4;
  }
  if (span.high > span.low) {
    const std::string words = "frame: " + overview.measure;
    const double wanted = ruler.width(words + " 0.00 0.00", Type::small) + kScaleBar + 20;
    if (x + 12 + wanted > width) {
      x = left;
      y += kScaleRoom - 4;
    } else {
      x += 12;
    }
    x = add_scale(diagram, ruler, words, span, *find_colormap("viridis"), x, y);
  }
  diagram.width = std::max(left + columns * pitch, std::max(x, width));
  diagram.height = y + kScaleRoom / 2;
  return diagram;
}

}  // namespace attn
