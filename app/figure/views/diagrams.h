#pragma once

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/views/pair_quantity.h"
#include "app/figure/views/panel_grid.h"

namespace attn {

// The diagrams of the views; app/figure/files/figure_views.cpp is the table that names them.

/// Heatmap of a quantity for the window and for figures, without its numbers. Keeps references to
/// the scene's tokens and to the shading.
LabelledMatrix pair_heatmap(const PairQuantity& quantity, const Scene& scene,
                            const Shading& shading, const Colormap& colormap);

// Draws a quantity of each pair of query and key as a heatmap, for one head or all, with cells up
// to the allowed size (ViewInput::cells).
Diagram weights_diagram(const ViewInput& input);
Diagram scores_diagram(const ViewInput& input);
Diagram raw_scores_diagram(const ViewInput& input);

/// Draws all heads as small multiples on one colour scale, each with the mean entropy of its rows
/// and a column for its sink; a bracket spans heads that share keys. Below, the attention of the
/// selected query in the selected head as lines with width by weight, the strongest up to a share
/// of the mass. Targets: "heads.head[h]", the panel of head h.
Diagram heads_diagram(const ViewInput& input);

/// Draws the heads' outputs, M x dv each, on one symmetric scale, regardless of the chosen range.
Diagram head_outputs_diagram(const ViewInput& input);

/// Draws, above, an equation: weights of the selected query × values of the head = its output.
/// Below: outputs of all queries, the heads' blocks side by side, then W_O and the combined output,
/// or another way to combine. Outputs, values and W_O share one range; weights have their own, 0 to
/// 1.
Diagram outputs_diagram(const ViewInput& input);

/// Share of a query's weights that links in the plane hold.
inline constexpr double kMassOfPlaneLinks = 0.98;
inline constexpr std::size_t kMostPlaneLinks = 12;

// Draws attention as points and arrows in two dimensions: on the left one space; on the right, if
// it fits, the values with the convex hull of those that the query sees and its output inside.
// Charts: "plane.S" for the space S. Targets: "plane.S.token[j]" and "plane.S.query[i]".

/// S "inputs": embeddings with positions added.
Diagram plane_diagram(const ViewInput& input);
/// S "keys": queries and keys, as arrows from 0.
Diagram plane_keys_diagram(const ViewInput& input);
/// S "values": values and outputs only.
Diagram plane_values_diagram(const ViewInput& input);

/// Draws the tokens as nodes and the weights of the selected head as arrows from each key to the
/// query that attends to it, width and darkness by weight, with the matrix next to them. Edges of a
/// graph mask are always drawn. In cross-attention the queries are separate nodes after the tokens.
/// Chart: "graph". Targets: "graph.node[n]", and as lines "graph.edge[i][j]".
Diagram graph_diagram(const ViewInput& input);

/// Draws attention as Nadaraya–Watson regression: each token is a point (key, value), and the curve
/// is the output for any query on the line, sampled by the engine. Below it, the weights along the
/// line. At the mouse position (else at the shown query): the estimate and the weight of each
/// point, as its size and as a bar. If the scene does not define such a curve, a text says why.
/// Targets: "curve.point[j]" unless there are too many, "curve.plane", "curve.band".
Diagram curve_diagram(const ViewInput& input);

/// Bounding box of points and curve in data units, y upwards: `y` is the lowest.
Rect curve_frame(const Evaluation& evaluation, const ViewOptions::Curve& options);

/// Maps data coordinates of `frame` to `plane`, the box of the target "curve.plane", and back.
struct CurveScale {
  Rect frame, plane;
  Point to_units(Point data) const;
  Point to_data(Point units) const;
};

/// Draws the output next to the output of the shuffled tokens, without and with positions: lines
/// connect each row with its new place, green if it is equal, and the largest difference is given.
Diagram symmetry_diagram(const ViewInput& input);

/// Draws the weights of the selected head under two to four score functions and normalizers, or
/// settings of the scene, side by side on one colour range, with the share of a sink as one more
/// column. Below each matrix: the selected row as bars on one scale (the bar of a sink is hollow)
/// and a summary in numbers. With two panels, optionally a third one with their difference B − A.
/// If the height is given, as in the window, the window's own controls at compared_panels() name
/// the panels; otherwise each has a heading.
Diagram compare_diagram(const ViewInput& input);

/// Layout of `count` panels side by side in a diagram of this width, with a legend next to them;
/// their height is left at 0.
PanelGrid compared_panels(int count, double width, bool legend = true);

/// Draws the weights of the selected query as a map over the patches of an image, over its picture
/// if there is one (ViewInput::picture), with the other tokens as a column beside it; for one head,
/// or a map of each. The selected query's own patch and the shown key are outlined. If the keys are
/// no such patches, a text says why. Matrices: "patches" and "patches.others"; of several heads
/// "patches.head[h]".
Diagram patches_diagram(const ViewInput& input);
/// Colour range of these maps unless another is chosen: patches share a small part of each row.
inline constexpr std::string_view kUsualPatchRange = "own";

/// Draws the cost of the scene (engine/reference/cost.h): multiplications and cached numbers per
/// token as formulas with numbers, part by part, and their growth with the number of tokens on
/// logarithmic scales. This scene is marked; the same scene without masks and shared keys is drawn
/// for comparison.
Diagram cost_diagram(const ViewInput& input);

}  // namespace attn
