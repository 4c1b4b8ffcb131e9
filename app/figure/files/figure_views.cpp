#include "app/figure/files/figure_views.h"

#include <algorithm>
#include <array>

#include "app/figure/inspector/inspector_diagram.h"
#include "app/figure/links/links_diagram.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/figure/positions/positions_diagram.h"
#include "app/figure/steps/steps_diagram.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/lookup.h"

namespace attn {
namespace {

constexpr unsigned operator|(Choice a, Choice b) {
  return static_cast<unsigned>(a) | static_cast<unsigned>(b);
}
constexpr unsigned operator|(unsigned a, Choice b) { return a | static_cast<unsigned>(b); }

using enum Choice;

constexpr unsigned kPairs =
    head | all_heads | query | colormap | range | numbers | legend | bare | pairs;

bool has_curve(const Evaluation& evaluation) { return !curve_obstacle(evaluation.scene); }
bool has_scores_of_its_own(const Evaluation& evaluation) {
  return has_raw_scores(evaluation.trace.heads[0]);
}

constexpr std::array kFigureViews{
    FigureView{.id = "weights",
               .diagram = weights_diagram,
               .choices = kPairs,
               .table = pairs_table,
               .matrix = "weights",
               .needs_no_trace = true},
    FigureView{.id = "scores",
               .diagram = scores_diagram,
               .choices = kPairs,
               .colormap = "red-blue",
               .table = pairs_table,
               .matrix = "scores",
               .is_signed = true},
    FigureView{.id = "raw-scores",
               .diagram = raw_scores_diagram,
               .choices = kPairs,
               .colormap = "red-blue",
               .table = pairs_table,
               .matrix = "raw-scores",
               .is_signed = true,
               .is_meaningful = has_scores_of_its_own},
    FigureView{.id = "outputs",
               .other_id = "output",
               .diagram = outputs_diagram,
               .choices = head | query | colormap | numbers | legend,
               .colormap = "red-blue",
               .table = outputs_table},
    FigureView{.id = "heads",
               .diagram = heads_diagram,
               .choices = head | query | colormap | range | legend,
               .table = heads_table},
    FigureView{.id = "head-outputs",
               .diagram = head_outputs_diagram,
               .choices = head | query | colormap | range | numbers | legend,
               .colormap = "red-blue",
               .table = head_outputs_table,
               .is_signed = true},
    FigureView{.id = "steps",
               .diagram = steps_diagram,
               .choices = head | query | colormap | numbers | legend,
               .colormap = "red-blue"},
    FigureView{.id = "encoding",
               .diagram = encoding_diagram,
               .choices = head | query | colormap | numbers | legend | bare,
               .colormap = "red-blue",
               .table = encoding_table,
               .matrix = "positions.P",
               .has_shift = true},
    FigureView{.id = "frequencies",
               .diagram = frequencies_diagram,
               .choices = static_cast<unsigned>(colormap),
               .table = frequencies_table},
    FigureView{.id = "similarity",
               .diagram = similarity_diagram,
               .choices = query | colormap | numbers | legend | bare,
               .table = similarity_table,
               .matrix = "positions.similarity"},
    FigureView{.id = "rotation",
               .diagram = rotation_diagram,
               .choices = colormap | legend,
               .colormap = "red-blue",
               .table = rotation_table,
               .has_shift = true},
    FigureView{.id = "binary",
               .diagram = binary_diagram,
               .choices = colormap | legend,
               .colormap = "red-blue",
               .table = binary_table},
    FigureView{.id = "effect",
               .diagram = effect_diagram,
               .choices = head | query | colormap | numbers,
               .table = effect_table},
    FigureView{
        .id = "plane", .diagram = plane_diagram, .choices = head | query, .table = plane_table},
    FigureView{.id = "plane-keys",
               .diagram = plane_keys_diagram,
               .choices = head | query,
               .table = plane_keys_table},
    FigureView{.id = "plane-values",
               .diagram = plane_values_diagram,
               .choices = head | query,
               .table = plane_values_table},
    FigureView{.id = "graph",
               .diagram = graph_diagram,
               .choices = head | query | colormap | numbers | bare,
               .matrix = "graph.cells"},
    FigureView{.id = "links",
               .diagram = links_diagram,
               .choices = head | query | colormap | range | legend | caption},
    FigureView{.id = "curve",
               .diagram = curve_diagram,
               .choices = head | query | colormap | legend,
               .table = curve_table,
               .is_meaningful = has_curve},
    FigureView{.id = "symmetry",
               .diagram = symmetry_diagram,
               .choices = colormap | numbers | legend,
               .colormap = "red-blue"},
    FigureView{.id = "compare",
               .diagram = compare_diagram,
               .choices = head | query | colormap | range | numbers | legend,
               .table = compare_table},
    FigureView{.id = "cost", .diagram = cost_diagram, .table = cost_table},
    FigureView{
        .id = "inspector", .diagram = inspector_diagram, .choices = head | query | key | dimension},
};

void check_head(const TableHeads& heads, Index count) {
  if (!heads.only || (*heads.only >= 0 && *heads.only < count)) return;
  throw NoNumbers("there is no head " + std::to_string(*heads.only) +
                  "; known: " + (count == 1 ? "0" : "0 to " + std::to_string(count - 1)));
}

}  // namespace

NumberSpan span_of(const FigureView& view, const Scene& scene) {
  return view.is_signed ? NumberSpan::kSigned : span_of_all(pair_quantity("weights"), scene);
}

std::span<const FigureView> figure_view_table() { return kFigureViews; }

const FigureView* find_figure_view(std::string_view id) {
  const auto is_meant = [&](const FigureView& view) {
    return view.id == id || (!id.empty() && view.other_id == id);
  };
  const auto row = std::ranges::find_if(kFigureViews, is_meant);
  return row == kFigureViews.end() ? nullptr : &*row;
}

ViewTable view_table(const std::shared_ptr<const Evaluation>& evaluation, std::string_view view,
                     const ViewState& state, const TableHeads& heads) {
  if (!has_numbers(view)) {
    throw NoNumbers("the view " + std::string(view) + " has no numbers of its own");
  }
  check_head(heads, std::ssize(evaluation->trace.heads));
  ViewTable table = find_row(figure_view_table(), view)->table({evaluation, view, state, heads});
  table.view = view;
  return table;
}

bool has_numbers(std::string_view view) {
  const FigureView* row = find_row(figure_view_table(), view);
  return row && row->table;
}

}  // namespace attn
