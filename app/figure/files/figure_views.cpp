#include "app/figure/files/figure_views.h"

#include <algorithm>
#include <iterator>

#include "app/document/view/patch_grid.h"
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

constexpr unsigned kRedBlue = colormap | either_sign;
constexpr unsigned kPairs =
    head | all_heads | query | colormap | range | numbers | legend | bare | pairs;
constexpr unsigned kScores = kPairs | either_sign;

bool has_curve(const Evaluation& evaluation, const ViewOptions&) {
  return !curve_obstacle(evaluation.scene);
}
bool has_scores_of_its_own(const Evaluation& evaluation, const ViewOptions&) {
  return std::ranges::any_of(evaluation.trace.heads, has_raw_scores);
}
bool has_patch_grid(const Evaluation& evaluation, const ViewOptions& options) {
  return has_patches(evaluation.scene, options);
}

constexpr FigureView kFigureViews[] = {
    {"weights",
     weights_diagram,
     kPairs,
     pairs_table,
     {.matrix = "weights", .needs_no_trace = true}},
    {"scores", scores_diagram, kScores, pairs_table, {.matrix = "scores"}},
    {"raw-scores",
     raw_scores_diagram,
     kScores,
     pairs_table,
     {.matrix = "raw-scores", .is_meaningful = has_scores_of_its_own}},
    {"outputs",
     outputs_diagram,
     head | query | kRedBlue | numbers | legend,
     outputs_table,
     {.other_id = "output"}},
    {"heads", heads_diagram, head | query | colormap | range | legend, heads_table},
    {"head-outputs", head_outputs_diagram, head | query | kRedBlue | range | numbers | legend,
     head_outputs_table},
    {"steps", steps_diagram, head | query | kRedBlue | numbers | legend},
    {"encoding",
     encoding_diagram,
     head | query | kRedBlue | numbers | legend | bare,
     encoding_table,
     {.matrix = "positions.P", .has_shift = true}},
    {"frequencies", frequencies_diagram, static_cast<unsigned>(colormap), frequencies_table},
    {"similarity",
     similarity_diagram,
     query | colormap | numbers | legend | bare,
     similarity_table,
     {.matrix = "positions.similarity"}},
    {"rotation", rotation_diagram, kRedBlue | legend, rotation_table, {.has_shift = true}},
    {"binary", binary_diagram, kRedBlue | legend, binary_table},
    {"effect", effect_diagram, head | query | colormap | numbers, effect_table},
    {"plane", plane_diagram, head | query, plane_table},
    {"plane-keys", plane_keys_diagram, head | query, plane_keys_table},
    {"plane-values", plane_values_diagram, head | query, plane_values_table},
    {"graph",
     graph_diagram,
     head | query | colormap | numbers | bare,
     nullptr,
     {.matrix = "graph.cells"}},
    {"links", links_diagram, head | query | colormap | range | legend | caption},
    {"curve",
     curve_diagram,
     head | query | colormap | legend,
     curve_table,
     {.is_meaningful = has_curve}},
    {"patches",
     patches_diagram,
     head | all_heads | query | colormap | range | numbers | legend | bare | Choice::patches,
     patches_table,
     {.matrix = "patches",
      .is_meaningful = has_patch_grid,
      .usual_range = kUsualPatchRange,
      .number_choices = query | Choice::patches}},
    {"symmetry", symmetry_diagram, kRedBlue | numbers | legend},
    {"compare", compare_diagram, head | query | colormap | range | numbers | legend, compare_table},
    {"cost", cost_diagram, 0, cost_table},
    {"inspector", inspector_diagram, head | query | key | dimension},
};

void check_head(const TableHeads& heads, Index count) {
  if (!heads.only || (*heads.only >= 0 && *heads.only < count)) return;
  throw NoNumbers("there is no head " + std::to_string(*heads.only) +
                  "; known: " + (count == 1 ? "0" : "0 to " + std::to_string(count - 1)));
}

}  // namespace

NumberSpan span_of(const FigureView& view, const Scene& scene) {
  return view.has(either_sign) ? NumberSpan::kSigned : span_of_all(pair_quantity("weights"), scene);
}

std::span<const FigureView> figure_view_table() { return kFigureViews; }

const FigureView* find_figure_view(std::string_view id) {
  const auto is_meant = [&](const FigureView& view) {
    return view.id == id || (!id.empty() && view.traits.other_id == id);
  };
  const auto row = std::ranges::find_if(kFigureViews, is_meant);
  return row == std::end(kFigureViews) ? nullptr : &*row;
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
