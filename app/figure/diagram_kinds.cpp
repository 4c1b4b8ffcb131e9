#include "app/figure/diagram_kinds.h"

#include "app/figure/heads_diagram.h"

namespace attn {
namespace {

constexpr DiagramKind kViews[] = {
    {"heads", heads_diagram},
};

}  // namespace

std::span<const DiagramKind> diagram_kinds() { return kViews; }

}  // namespace attn
