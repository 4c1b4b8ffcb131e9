#include "app/figure/views/diagram_kinds.h"

#include "app/figure/positions/positions_diagram.h"
#include "app/figure/steps/steps_diagram.h"
#include "app/figure/views/compare_diagram.h"
#include "app/figure/views/curve_diagram.h"
#include "app/figure/views/graph_diagram.h"
#include "app/figure/views/heads_diagram.h"
#include "app/figure/views/outputs_diagram.h"
#include "app/figure/views/pair_diagram.h"
#include "app/figure/views/plane_diagram.h"
#include "app/figure/views/symmetry_diagram.h"

namespace attn {
namespace {

constexpr DiagramKind kViews[] = {
    {"weights", weights_diagram},
    {"scores", scores_diagram},
    {"raw-scores", raw_scores_diagram},
    {"outputs", outputs_diagram},
    {"heads", heads_diagram},
    {"head-outputs", head_outputs_diagram},
    {"encoding", encoding_diagram},
    {"frequencies", frequencies_diagram},
    {"similarity", similarity_diagram},
    {"rotation", rotation_diagram},
    {"binary", binary_diagram},
    {"effect", effect_diagram},
    {"plane", plane_diagram},
    {"plane-keys", plane_keys_diagram},
    {"plane-values", plane_values_diagram},
    {"graph", graph_diagram},
    {"curve", curve_diagram},
    {"compare", compare_diagram},
    {"steps", steps_diagram},
    {"symmetry", symmetry_diagram},
};

}  // namespace

std::span<const DiagramKind> diagram_kinds() { return kViews; }

}  // namespace attn
