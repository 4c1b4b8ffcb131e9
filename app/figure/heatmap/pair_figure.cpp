#include "app/figure/heatmap/pair_figure.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "app/document/json/numbers.h"
#include "app/figure/heatmap/heatmap_figure.h"
#include "app/figure/heatmap/heatmap_layout.h"
#include "app/figure/numbers/strongest_weights.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

// A label as it stands within a sentence: "Causal" gives "causal", "ALiBi" stays.
std::string within(std::string_view label) {
  std::string words(label);
  if (words.size() > 1 && std::islower(static_cast<unsigned char>(words[1]))) {
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  }
  return words;
}

std::string temperature(float value) {
  return "T = " + (std::isinf(value) ? "∞" : shortest(value));
}

const Colormap& colormap_for(const FigureOptions& options, const PairQuantity& quantity) {
  if (options.colormap) return *options.colormap;
  const Colormap* chosen = find_colormap(options.state.colormap);
  return chosen ? *chosen : *find_colormap(quantity.colormap);
}

}  // namespace

std::string describe_settings(const Scene& scene, Index head) {
  std::string words(scene.score.kind->label);
  const auto add = [&](const std::string& setting) { words += " · " + setting; };
  add(within(scene.normalizer.kind->label));
  add(temperature(scene.normalizer.temperature));
  for (const Mask& mask : scene.masks) add(within(mask.kind->label) + " mask");
  if (!scene.position.kind->does_nothing()) add(within(scene.position.kind->label) + " positions");
  if (scene.heads.size() > 1) {
    add("head " + std::to_string(head) + " (of " + std::to_string(scene.heads.size()) + ")");
  }
  return words;
}

Index head_of(const Scene& scene, const FigureOptions& options) {
  const auto last = static_cast<Index>(scene.heads.size()) - 1;
  return options.head.value_or(std::clamp<Index>(options.state.head, 0, last));
}

Heatmap pair_heatmap(const Scene& scene, const Trace& trace, const FigureOptions& options) {
  const auto heads = static_cast<Index>(trace.heads.size());
  const Index head_number = head_of(scene, options);
  if (head_number < 0 || head_number >= heads) {
    throw OptionError("there is no head " + std::to_string(head_number) +
                      "; known: " + (heads == 1 ? "0" : "0 to " + std::to_string(heads - 1)));
  }
  const HeadTrace& head = trace.heads[static_cast<std::size_t>(head_number)];
  const PairQuantity& quantity = pair_quantity(options.view);
  Heatmap heatmap{.title = options.title.value_or(scene.title),
                  .has_own_title = options.title.has_value(),
                  .subtitle = options.title == "" ? "" : describe_settings(scene, head_number),
                  .row_labels = scene.query_tokens(),
                  .column_labels = scene.tokens,
                  .values = quantity.numbers(head),
                  .scores = quantity.mask(head),
                  .colormap = colormap_for(options, quantity),
                  .shading = shading_of(quantity, trace, head_number,
                                        options.range.value_or(options.state.options.range)),
                  .quantity = std::string(quantity.word),
                  .numbers = options.numbers == Numbers::automatic && !options.state.numbers
                                 ? Numbers::off
                                 : options.numbers,
                  .legend = options.legend,
                  .query = options.query};
  if (head.weights.size() == 0) {
    heatmap.strongest = [&scene, head_number](int rows, int columns) {
      return strongest_weights(scene, static_cast<std::size_t>(head_number), rows, columns);
    };
    if (!scene.masks.empty()) heatmap.visible = visible_keys(scene);
    heatmap.has_masked = !heatmap.visible.all();
    if (!heatmap.shading.kind->is_unit()) {  // weights are 0 … 1
      const ColorRange found = weight_extremes(scene, static_cast<std::size_t>(head_number));
      const Matrix ends{{found.low, found.high}};
      heatmap.shading = drawn_with(std::move(heatmap.shading), ends);
    }
    return heatmap;
  }
  heatmap.shading = drawn_with(std::move(heatmap.shading), heatmap.values, &heatmap.scores);
  heatmap.has_masked = heatmap.scores.minCoeff() == kMasked;
  if (heatmap.shading.has_shades()) heatmap.own_shades = heatmap.shading.shades(heatmap.values);
  return heatmap;
}

LaidFigure lay_out_pairs(std::shared_ptr<const Heatmap> heatmap, const FigureOptions& options,
                         const FigurePage& page) {
  const auto layout =
      std::make_shared<const HeatmapLayout>(lay_out(*heatmap, page, options.caption));
  LaidFigure laid;
  for (const PlacedText& placed : layout->texts) {
    laid.said.push_back({placed.text.text(), placed.role});
  }
  laid.has_numbers = layout->number_size > 0;
  laid.drawing = {.width = layout->width,
                  .height = layout->height,
                  .draw = [heatmap = std::move(heatmap),
                           layout](Canvas& canvas) { draw_heatmap(canvas, *heatmap, *layout); },
                  .theme = options.theme,
                  .scale = page.scale};
  return laid;
}

Drawing draw_pairs(const Scene& scene, const Trace& trace, const FigureOptions& options,
                   const FigurePage& page) {
  const auto heatmap = std::make_shared<const Heatmap>(pair_heatmap(scene, trace, options));
  return lay_out_pairs(heatmap, options, page).drawing;
}

}  // namespace attn
