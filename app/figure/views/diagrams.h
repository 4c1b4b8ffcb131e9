#pragma once

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/views/pair_quantity.h"
#include "app/figure/views/panel_grid.h"

namespace attn {

// The diagrams of the views; app/figure/files/figure_views.cpp is the table that names them.

/// What the window and figures show of a quantity, as yet without its numbers. It keeps references
/// to the scene's tokens and to the shading.
LabelledMatrix pair_heatmap(const PairQuantity& quantity, const Scene& scene,
                            const Shading& shading, const Colormap& colormap);

// The heatmap of what each pair of a query and a key has, of one head or of all, as large as its
// cells may be (ViewInput::cells).
Diagram weights_diagram(const ViewInput& input);
Diagram scores_diagram(const ViewInput& input);
Diagram raw_scores_diagram(const ViewInput& input);

/// What `quantity` is in each head: a panel for each, on the colours that the range says.
Diagram pair_panels(const ViewInput& input, const PairQuantity& quantity);

/// All heads as small multiples on one colour scale, each with the mean entropy of its rows, and
/// with a sink's shares in a column; a bracket over those that share keys says whose. Below,
/// what the selected query of the selected head attends to, as lines as wide as the weights, the
/// strongest up to a share of the mass.
/// Targets: "heads.head[h]", the panel of head h.
Diagram heads_diagram(const ViewInput& input);

/// The same of the heads' outputs, M x dv each, on one symmetric scale, whatever was chosen.
Diagram head_outputs_diagram(const ViewInput& input);

/// −Σ w ln w, the mean of all rows that see a key: nats.
double mean_entropy(const Matrix& weights);

/// Above, an equation: the weights of the query that is looked at, times the values of the head,
/// are its output. Below, the outputs of every query, the heads' blocks side by side, then W_O and
/// what they become with it, or what else they are combined to. Outputs, values and W_O are on one
/// range, weights on theirs, 0 to 1.
Diagram outputs_diagram(const ViewInput& input);

/// Links in the plane hold that part of a query's weights, and are no more than that.
inline constexpr double kMassOfPlaneLinks = 0.98;
inline constexpr std::size_t kMostPlaneLinks = 12;

// Attention as points and arrows in two dimensions: at the left one space, at the right, where
// there is room, the values with the hull of those that the query sees, and its output between
// them. Charts: "plane.S" for the space S. Targets: "plane.S.token[j]" and "plane.S.query[i]".

/// S "inputs": the embeddings, positions added.
Diagram plane_diagram(const ViewInput& input);
/// S "keys": queries and keys, as arrows from 0.
Diagram plane_keys_diagram(const ViewInput& input);
/// S "values": the values and outputs alone.
Diagram plane_values_diagram(const ViewInput& input);

/// The tokens as nodes, and the weights of the selected head as arrows from the key to the query
/// that looks at it, as wide and dark as the weight; beside them the matrix. Edges of a graph mask
/// are seen in any case. In cross-attention the queries are nodes of their own, after the tokens.
/// Chart: "graph". Targets: "graph.node[n]", and as lines "graph.edge[i][j]".
Diagram graph_diagram(const ViewInput& input);

/// Attention as Nadaraya–Watson regression: each token is a point (key, value), the curve is what
/// attention answers to any query on the line, computed by the engine for many of them. Below, how
/// the weights change along the line. Under the mouse (else at the shown query) stand the
/// estimate's number and what each point weighs, as its size and as a bar.
/// Where the scene is no such curve, it says in words why.
/// Targets: "curve.point[j]", while they are not too many, "curve.plane", "curve.band".
Diagram curve_diagram(const ViewInput& input);

/// The part of the plane that holds all of it, in the data's numbers, y upwards: `y` is the lowest.
Rect curve_frame(const Evaluation& evaluation, const ViewOptions::Curve& options);

/// Where the numbers of `frame` are in `plane`, the box of the target "curve.plane", and back.
struct CurveScale {
  Rect frame, plane;
  Point to_units(Point data) const;
  Point to_data(Point units) const;
};

/// The output beside that of the shuffled tokens, without positions and with: lines lead from each
/// row to where it stands then, green where it is the same, and the largest difference is told.
Diagram symmetry_diagram(const ViewInput& input);

/// The weights of the selected head under two to four score functions and normalizers, or settings
/// of the scene, side by side on one range, with what a sink takes as one more column; below each
/// the selected row as bars of one scale, a sink's hollow, and what the weights come to in numbers.
/// Beside two the second less the first, where that is chosen. Where a height is given, as in the
/// window, what each panel is stands above it in the window's own controls, at compared_panels();
/// else it is a heading.
Diagram compare_diagram(const ViewInput& input);

/// How `count` panels stand side by side in a diagram so wide, with a legend beside them; their
/// height is left at 0.
PanelGrid compared_panels(int count, double width, bool legend = true);

/// What the scene costs (engine/reference/cost.h): its multiplications and the numbers that are
/// kept for the next token, in lines of formulas with numbers; part by part; and how both grow with
/// the tokens, on logarithmic scales, this scene marked, beside the same without masks and shared
/// keys.
Diagram cost_diagram(const ViewInput& input);

}  // namespace attn
