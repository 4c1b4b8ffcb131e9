#include "app/figure/diagram_kinds.h"

#include "app/figure/heads_diagram.h"
#include "app/figure/positions_diagram.h"

namespace attn {
namespace {

constexpr DiagramKind kViews[] = {
    {"heads", heads_diagram},
    {"encoding", encoding_diagram},
    {"frequencies", frequencies_diagram},
    {"similarity", similarity_diagram},
    {"rotation", rotation_diagram},
    {"binary", binary_diagram},
    {"effect", effect_diagram},
};

}  // namespace

std::span<const DiagramKind> diagram_kinds() { return kViews; }

}  // namespace attn
