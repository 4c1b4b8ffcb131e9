#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/figure/diagram/diagram.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What a head of a network is called: "L0.H1".
std::string head_name(Index layer, Index head);

/// The weights of all heads of a network, a row of panels for each of its layers, on one scale of
/// colours; each panel with the mean entropy of its rows. A layer without attention has none.
/// Marks: "layers.head[l][h]".
Diagram layers_diagram(std::span<const std::shared_ptr<const Evaluation>> layers,
                       const Ruler& ruler, double width);

}  // namespace attn
