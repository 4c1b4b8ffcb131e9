#include <algorithm>
#include <deque>
#include <utility>

#include "app/figure/page/figure_words.h"
#include "app/figure/panels/panel_parts.h"
#include "app/figure/views/diagrams.h"
#include "engine/attention/lookup.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Quantity of a panel that is one matrix of pairs; null for others, and for a difference.
const PairQuantity* quantity_of(const FigurePanel& panel) {
  const bool is_one = panel.view && !panel.options.all_heads;
  return is_one ? find_row(pair_quantities(), panel.view->id) : nullptr;
}

std::string chosen_range(const FigurePanel& panel) {
  return panel.options.range.value_or(panel.options.state.options.range);
}

[[noreturn]] void refuse_difference(const std::string& words) {
  throw OptionError("--panels: difference: " + words);
}

void expect_same(const std::vector<std::string>& a, const std::vector<std::string>& b,
                 const char* what) {
  if (a == b) return;
  refuse_difference("expected the same " + std::string(what) + " in both panels before it, found " +
                    (a.size() == b.size()
                         ? "other ones"
                         : std::to_string(a.size()) + " and " + std::to_string(b.size())));
}

/// The two panels before panel n, A first.
std::pair<std::size_t, std::size_t> compared_with(std::span<const FigurePanel> panels,
                                                  std::size_t n) {
  if (n < 2) refuse_difference("expected two panels before it, found " + std::to_string(n));
  for (const std::size_t of : {n - 2, n - 1}) {
    if (panels[of].is_difference()) {
      refuse_difference("expected two views before it, found another difference");
    }
    if (quantity_of(panels[of])) continue;
    const std::string known = joined(pair_quantities(), &PairQuantity::id);
    refuse_difference("expected two panels of " + known + ", each of one head, before it, found " +
                      std::string(panels[of].view->id) +
                      (panels[of].options.all_heads ? " of all heads" : ""));
  }
  if (panels[n - 2].view != panels[n - 1].view) {
    refuse_difference("expected the same view in both panels before it, found " +
                      std::string(panels[n - 2].view->id) + " and " +
                      std::string(panels[n - 1].view->id));
  }
  const Scene& a = panels[n - 2].evaluation->scene;
  const Scene& b = panels[n - 1].evaluation->scene;
  expect_same(a.query_tokens(), b.query_tokens(), "queries");
  expect_same(a.tokens, b.tokens, "keys");
  return {n - 2, n - 1};
}

const HeadTrace& trace_of(const FigurePanel& panel, Index head) {
  return panel.evaluation->trace.head(head);
}

PanelHeatmap heatmap_of(const FigurePanel& panel) {
  PanelHeatmap made{.quantity = quantity_of(panel),
                    .head = head_of(panel.evaluation->scene, panel.options)};
  if (!made.quantity) return made;
  const HeadTrace& trace = trace_of(panel, made.head);
  made.values = {panel.evaluation, &made.quantity->numbers(trace)};
  made.mask = {panel.evaluation, &made.quantity->mask(trace)};
  made.word = made.quantity->word;
  const NumberSpan span = span_of(*made.quantity, panel.evaluation->scene, made.head);
  made.colormap =
      panel.options.colormap ? panel.options.colormap : find_colormap(panel.options.state.colormap);
  if (!made.colormap) made.colormap = &usual_colormap(span);
  return made;
}

PanelHeatmap difference_of(std::span<const FigurePanel> panels, std::size_t n, bool letters) {
  const auto [a, b] = compared_with(panels, n);
  const PairQuantity* quantity = quantity_of(panels[b]);
  const auto numbers = [&](const FigurePanel& panel) {
    const Index head = head_of(panel.evaluation->scene, panel.options);
    return masked_numbers(*quantity, trace_of(panel, head));
  };
  PanelHeatmap made{.quantity = quantity,
                    .head = head_of(panels[b].evaluation->scene, panels[b].options)};
  made.values =
      std::make_shared<const Matrix>(masked_difference(numbers(panels[a]), numbers(panels[b])));
  made.mask = made.values;
  made.colormap = panels[n].options.colormap;
  if (!made.colormap) made.colormap = &usual_colormap(NumberSpan::kSigned);
  made.word = words_of_difference(n, letters);
  return made;
}

/// Common range for panels of one quantity and span, if the range is shared: shares and signed
/// weights have separate ranges and colour maps.
void shade_all(std::vector<PanelHeatmap>& heatmaps, std::span<const FigurePanel> panels) {
  for (std::size_t n = 0; n < heatmaps.size(); ++n) {
    PanelHeatmap& one = heatmaps[n];
    if (!one.quantity) continue;
    const std::string range = chosen_range(panels[n]);
    if (panels[n].is_difference()) {
      const Matrix* const values = one.values.get();
      one.shading = drawn_with(
          shading_of(NumberSpan::kSigned, range, *values, std::span(&values, 1)), *values);
      const bool is_plain = one.shading.kind->ends == RangeEnds::kOfAll ||
                            one.shading.kind->ends == RangeEnds::kOfOne;
      if (is_plain) one.shading.words.clear();
      continue;
    }
    const auto span_of_panel = [&](std::size_t panel) {
      return span_of(*heatmaps[panel].quantity, panels[panel].evaluation->scene,
                     heatmaps[panel].head);
    };
    const NumberSpan span = span_of_panel(n);
    const bool are_percentiles = parse_percentiles(range).has_value();
    std::vector<const Matrix*> all;
    std::deque<Matrix> seen;
    for (std::size_t other = 0; other < heatmaps.size(); ++other) {
      const bool is_beside = !panels[other].is_difference() &&
                             heatmaps[other].quantity == one.quantity &&
                             chosen_range(panels[other]) == range && span_of_panel(other) == span;
      if (!is_beside) continue;
      all.push_back(heatmaps[other].values.get());
      if (are_percentiles) {  // visible numbers only
        seen.push_back(
            masked_numbers(*one.quantity, trace_of(panels[other], heatmaps[other].head)));
        all.back() = &seen.back();
      }
    }
    Shading shading = shading_of(span, range, *one.values, all);
    if (shading.kind->ends == RangeEnds::kOfAll) shading.words.clear();
    one.shading =
        drawn_with_margins(std::move(shading), *one.quantity, *panels[n].evaluation, one.head);
  }
}

/// Returns whether all numbers have equal colours in both, as far as a legend shows.
bool is_one_scale(const PanelHeatmap& a, const PanelHeatmap& b) {
  const Shading &one = a.shading, &other = b.shading;
  const bool is_relative = one.kind->ends == RangeEnds::kOfOne;
  const bool is_signed_alike = (one.range.low < 0) == (other.range.low < 0);
  return a.colormap == b.colormap && a.word == b.word && one.kind == other.kind &&
         (is_relative ? is_signed_alike : one.range == other.range);
}

void share_scales(std::vector<PanelHeatmap>& heatmaps) {
  std::vector<std::vector<std::size_t>> scales;
  for (std::size_t n = 0; n < heatmaps.size(); ++n) {
    if (!heatmaps[n].quantity) continue;
    const auto found = std::ranges::find_if(scales, [&](const auto& members) {
      return is_one_scale(heatmaps[members.front()], heatmaps[n]);
    });
    heatmaps[n].scale = static_cast<std::size_t>(found - scales.begin());
    if (found == scales.end()) scales.emplace_back();
    scales[heatmaps[n].scale].push_back(n);
  }
  for (const auto& members : scales) {
    std::vector<Shading> shadings;
    bool has_masked = false;
    for (const std::size_t n : members) {
      shadings.push_back(heatmaps[n].shading);
      has_masked |= heatmaps[n].mask->minCoeff() == kMasked;
    }
    for (const std::size_t n : members) {
      PanelHeatmap& one = heatmaps[n];
      one.has_masked = has_masked;
      one.legend = one.shading;
      if (members.size() == 1) continue;
      const std::string words = one.legend.words;
      one.legend = legend_of_panels(one.shading, shadings, "panel");
      if (one.shading.kind->ends == RangeEnds::kOfAll) one.legend.words = words;
    }
  }
}

}  // namespace

bool are_heatmaps(std::span<const FigurePanel> panels) {
  return std::ranges::all_of(
      panels, [](const FigurePanel& panel) { return panel.is_difference() || quantity_of(panel); });
}

std::vector<PanelHeatmap> panel_heatmaps(std::span<const FigurePanel> panels, bool letters) {
  std::vector<PanelHeatmap> heatmaps;
  for (std::size_t n = 0; n < panels.size(); ++n) {
    heatmaps.push_back(panels[n].is_difference() ? difference_of(panels, n, letters)
                                                 : heatmap_of(panels[n]));
  }
  shade_all(heatmaps, panels);
  share_scales(heatmaps);
  return heatmaps;
}

GridPanel grid_panel(std::size_t n, const FigurePanel& panel, const PanelHeatmap& own,
                     const std::string& title, bool numbers) {
  LabelledMatrix heatmap =
      pair_heatmap(*own.quantity, panel.evaluation->scene, own.legend, *own.colormap);
  MatrixMark& matrix = heatmap.matrix;
  matrix.name = "panel[" + std::to_string(n) + "]";
  matrix.values = own.values;
  if (own.mask->minCoeff() == kMasked) matrix.scores = own.mask;
  matrix.shades = shared_shades(own.shading, own.values);
  matrix.range = own.shading.range;
  matrix.numbers = numbers;
  heatmap.quantity = own.word;
  heatmap.has_masked = own.has_masked;
  heatmap.label = Type::small;
  if (panel.options.mark && panel.options.marks) heatmap.shown = panel.options.mark;
  if (panel.options.query) heatmap.shown = Cell{*panel.options.query, -1};
  if (!panel.is_difference() && own.quantity->part == Part::weights) {
    add_margins(heatmap, *panel.evaluation, own.head);
    for (MatrixMargin& margin : heatmap.beside) margin.is_coloured &= !matrix.shades;
  }
  return {.heatmap = std::move(heatmap),
          .look = panel.options.look,
          .title = title,
          .scale = own.scale};
}

}  // namespace attn
