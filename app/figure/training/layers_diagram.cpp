#include <algorithm>
#include <cmath>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/training/training_diagrams.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kPanelGap = 10, kPanelHeading = 28, kPanelMargin = 8;
constexpr double kLayerName = 26;  // to the left of a row of panels
constexpr double kLargestSide = 220, kSmallestLayerPanel = 40;
constexpr double kLegendSpace = 28;

using ShownLayers = std::span<const std::shared_ptr<const Evaluation>>;

/// Shading of the legend of all panels.
Shading shading_of_all(ShownLayers layers) {
  NumberSpan span = NumberSpan::kShares;
  std::vector<const Matrix*> all;
  for (const auto& layer : layers) {
    if (!layer) continue;
    span = std::max(span, span_of_all(pair_quantity("weights"), layer->scene));
    for (const HeadTrace& head : layer->trace.heads) all.push_back(&head.weights);
  }
  static const Matrix kNone = Matrix::Zero(1, 1);
  return shading_of(span, span == NumberSpan::kShares ? "fixed" : "shared",
                    all.empty() ? kNone : *all.front(), all);
}

void add_panel(Diagram& diagram, const Ruler& ruler, const std::shared_ptr<const Evaluation>& layer,
               Index l, Index h, const Rect& rect, const Shading& shading,
               const Colormap& colormap) {
  const HeadTrace& head = layer->trace.head(h);
  const std::string name = "layers.head[" + std::to_string(l) + "][" + std::to_string(h) + "]";
  diagram.add(RectMark{rect, Paint{Ink::panel}, Paint{Ink::hairline}, 5});
  diagram.add_target(name, rect);
  const double margin = std::min(kPanelMargin, rect.width / 12);
  const std::string title =
      ruler.shortened(head_name(l, h), Type::caption, rect.width - 2 * margin);
  const double middle = rect.y + kPanelHeading / 2;
  diagram.add_text({rect.x + margin, middle}, title, Type::caption, {Ink::text}, 0, Turn::level,
                   TextRole::name);
  if (weight_bounds(layer->scene, static_cast<std::size_t>(h)) == WeightBounds{}) {
    const std::string entropy = "$H = " + fixed(summary_of(head.weights).entropy, 2) + "$";
    const double used = ruler.width(title, Type::caption) + 3 * margin;
    if (rich_width(ruler, entropy, Type::small) + margin <= rect.width - used) {
      add_rich(diagram, ruler,
               {{rect.right() - margin, middle}, entropy, Type::small, {Ink::secondary}, 1});
    }
  }
  const double side = rect.width - 2 * margin;
  const auto rows = static_cast<double>(head.weights.rows());
  const auto columns = static_cast<double>(head.weights.cols());
  const double cell = side / std::max(rows, columns);
  const double wide = cell * columns, high = cell * rows;
  diagram.add(MatrixMark{
      .name = name + ".cells",
      .area = {rect.middle_x() - wide / 2,
               rect.y + kPanelHeading + (rect.height - kPanelHeading - margin - high) / 2, wide,
               high},
      .values = {layer, &head.weights},
      .scores = {layer, &head.scores},
      .colormap = &colormap,
      .range = shading.range,
      .is_pairs = true});
}

}  // namespace

std::string head_name(Index layer, Index head) {
  return "L" + std::to_string(layer) + ".H" + std::to_string(head);
}

Diagram layers_diagram(ShownLayers layers, const Ruler& ruler, double width) {
  std::size_t columns = 1;
  for (const auto& layer : layers) {
    if (layer) columns = std::max(columns, layer->trace.heads.size());
  }
  const Shading shading = shading_of_all(layers);
  const Colormap& colormap =
      usual_colormap(shading.range.low < 0 ? NumberSpan::kSigned : NumberSpan::kShares);
  const bool has_masked = std::ranges::any_of(layers, [](const auto& layer) {
    return layer && std::ranges::any_of(layer->trace.heads, [](const HeadTrace& head) {
             return head.scores.minCoeff() == kMasked;
           });
  });
  const double legend = kLegendSpace + 12 + legend_room(ruler, shading, "weight", has_masked);
  const auto count = static_cast<double>(columns);
  const double side =
      clamped(std::floor((width - kLayerName - legend - (count - 1) * kPanelGap) / count),
              kSmallestLayerPanel, kLargestSide);
  Diagram diagram;
  double y = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    if (!layers[l]) continue;
    const double height = side + kPanelHeading - kPanelMargin;
    diagram.add_text({kLayerName / 2 - 2, y + height / 2}, "layer " + std::to_string(l),
                     Type::small, {Ink::faint}, 0.5, Turn::upwards, TextRole::name);
    for (std::size_t h = 0; h < layers[l]->trace.heads.size(); ++h) {
      const double x = kLayerName + static_cast<double>(h) * (side + kPanelGap);
      add_panel(diagram, ruler, layers[l], static_cast<Index>(l), static_cast<Index>(h),
                {x, y, side, height}, shading, colormap);
    }
    y += height + kPanelGap;
  }
  diagram.height = std::max(1.0, y - kPanelGap);
  const double right = kLayerName + count * (side + kPanelGap) - kPanelGap;
  const double above = legend_words_height(shading, "weight");
  const double bar = std::min(160.0, diagram.height - above - 14 - (has_masked ? kSwatchRoom : 0));
  add_legend(diagram, ruler, colormap, shading, {right + kLegendSpace, above, 12, bar}, "weight",
             has_masked);
  diagram.width = right + legend;
  return diagram;
}

}  // namespace attn
