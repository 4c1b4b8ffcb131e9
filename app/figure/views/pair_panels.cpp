#include <algorithm>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/large_pairs.h"
#include "app/figure/views/pair_quantity.h"
#include "app/figure/views/panel_grid.h"

namespace attn {
namespace {

constexpr double kPairGap = 24, kPairHeading = 24;

/// Returns whether the trace stores the numbers; otherwise they are computed from the scene.
bool are_kept(const ViewInput& input) { return input.head_trace().weights.size() > 0; }

/// Shadings, one for each head.
std::vector<Shading> shadings_of(const ViewInput& input, const PairQuantity& quantity) {
  const Trace& trace = input.trace();
  std::vector<Shading> shadings;
  std::vector<std::size_t> all;
  for (const HeadTrace& head : trace.heads) {
    const Index h = std::ssize(shadings);
    all.push_back(all.size());
    Shading shading = shading_of(quantity, trace, h, input.state.options.range,
                                 span_of_all(quantity, input.scene()));
    if (!are_kept(input)) {
      shadings.push_back(std::move(shading));
      continue;
    }
    shadings.push_back(
        shading.has_shades()  // margins have no colour then
            ? drawn_with(std::move(shading), quantity.numbers(head), &quantity.mask(head))
            : drawn_with_margins(std::move(shading), quantity, *input.evaluation, h));
  }
  return are_kept(input) ? shadings : drawn_with_large(input.scene(), all, std::move(shadings));
}

/// All heads, or the requested ones.
std::vector<Index> shown_heads(const ViewInput& input) {
  std::vector<Index> heads = input.look.heads;
  for (Index h = 0; input.look.heads.empty() && h < std::ssize(input.trace().heads); ++h) {
    heads.push_back(h);
  }
  return heads;
}

/// Draws the panel of a head, from `large` if the trace has no numbers. Returns its matrix.
MatrixMark add_panel(Diagram& diagram, const ViewInput& input, const PairQuantity& quantity,
                     Index h, const Shading& shading, std::shared_ptr<const LargeMatrix> large,
                     Rect room) {
  const HeadTrace& head = input.trace().head(h);
  diagram.add_text({room.x, room.y + kPairHeading / 2 - 4},
                   input.ruler.shortened("head " + std::to_string(h), Type::caption, room.width),
                   Type::caption, {Ink::text});
  const std::string name = std::string(quantity.id) + ".head[" + std::to_string(h) + "]";
  MatrixMark matrix{.name = name,
                    .area = {},
                    .values = nullptr,
                    .colormap = &colormap_of(
                        input.state, usual_colormap(span_of_all(quantity, input.scene())).id),
                    .range = shading.range,
                    .numbers = input.state.numbers,
                    .is_pairs = true,
                    .large = std::move(large),
                    .where = input.where(quantity.part, h)};
  if (!matrix.large) {
    matrix.values = input.share(quantity.numbers(head));
    matrix.scores = input.share(quantity.mask(head));
    matrix.shades = shared_shades(shading, matrix.values);
  }
  LabelledMatrix heatmap{.matrix = std::move(matrix),
                         .rows = &input.scene().query_tokens(),
                         .columns = &input.scene().tokens,
                         .shown = input.shown};
  if (quantity.part == Part::weights) add_margins(heatmap, *input.evaluation, h);
  // Margins outside the range are shown as numbers only.
  for (MatrixMargin& margin : heatmap.beside) margin.is_coloured &= !heatmap.matrix.shades;
  LeftNames names;
  apply_look(heatmap, input.look, names);
  MatrixMark laid = heatmap.matrix;
  const HeatmapLayout layout =
      lay_out(input.ruler, heatmap,
              {room.x, room.y + kPairHeading, room.width, room.height - kPairHeading});
  laid.area = heatmap.matrix.area = layout.matrix;
  diagram.add(laid);
  add_around(diagram, input.ruler, std::move(heatmap), layout);
  return laid;
}

std::vector<std::shared_ptr<const LargeMatrix>> large_of(const ViewInput& input,
                                                         const std::vector<Index>& heads,
                                                         const std::vector<Shading>& shadings) {
  std::vector<std::size_t> shown;
  std::vector<Shading> of_shown;
  for (const Index h : heads) {
    shown.push_back(static_cast<std::size_t>(h));
    of_shown.push_back(shadings[shown.back()]);
  }
  return large_weights(input.evaluation, std::move(shown), std::move(of_shown));
}

/// Width of a panel on paper that shows every key's label: rotated, on cells as wide as a line.
double least_panel(const ViewInput& input) {
  if (!input.ruler.breaks_lines()) return 0;
  constexpr double kLongest = 110;
  return label_width(input.ruler, input.scene().query_tokens(), kLongest) + kLabelGap +
         static_cast<double>(input.scene().key_count()) * line_height(Type::small);
}

}  // namespace

Diagram pair_panels(const ViewInput& input, const PairQuantity& quantity) {
  const std::vector<Index> heads = shown_heads(input);
  const auto count = static_cast<int>(heads.size());
  const std::vector<Shading> shadings = shadings_of(input, quantity);
  const Shading legend =
      legend_of_panels(shadings[static_cast<std::size_t>(input.head())], shadings, "head");
  const double beside = input.legend ? kPairGap + 12 + legend_room(input.ruler, legend) : 0;
  const PanelGrid grid =
      fit_panels(count, input.width - beside, input.height,
                 {.gap = kPairGap, .heading = kPairHeading, .least = least_panel(input)});
  std::vector<std::shared_ptr<const LargeMatrix>> large(heads.size());
  if (!are_kept(input)) large = large_of(input, heads, shadings);
  Diagram diagram{input.width, grid.full_height()};
  std::vector<MatrixMark> matrices;
  for (int n = 0; n < count; ++n) {
    const auto number = static_cast<std::size_t>(n);
    const Index h = heads[number];
    matrices.push_back(add_panel(diagram, input, quantity, h, shadings[static_cast<std::size_t>(h)],
                                 std::move(large[number]), grid.panel(n)));
  }
  if (input.legend) {
    const double top = kPairHeading + 14;
    add_legend(
        diagram, input.ruler,
        colormap_of(input.state, usual_colormap(span_of_all(quantity, input.scene())).id), legend,
        {input.width - beside + kPairGap, top, 12, std::clamp(grid.height - top, 12.0, 200.0)});
  }
  for (const MatrixMark& matrix : matrices) {
    add_notes(diagram, input.ruler, matrix, input.look, {0, 0, diagram.width, diagram.height});
  }
  return diagram;
}

}  // namespace attn
