#include "app/figure/diagram_kinds.h"

#include "app/figure/compare_diagram.h"
#include "app/figure/curve_diagram.h"
#include "app/figure/graph_diagram.h"
#include "app/figure/heads_diagram.h"
#include "app/figure/outputs_diagram.h"
#include "app/figure/plane_diagram.h"
#include "app/figure/positions_diagram.h"
#include "app/figure/steps_diagram.h"
#include "app/figure/symmetry_diagram.h"

namespace attn {
namespace {

constexpr DiagramKind kViews[] = {
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
