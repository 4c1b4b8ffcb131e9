#pragma once

#include "app/figure/inspector/contributions.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// Draws why a query attends to a key: the chain of formulas from the score to the output in the
/// numbers of the selected cell, and the contribution of each key to that output. Without a
/// selected cell: the query and its key with the largest weight.
Diagram inspector_diagram(const ViewInput& input);

/// "Reads"; of several keys "The, A", or "3 others".
std::string name_of_part(const Scene& scene, const Contributions::Brought& part);

/// Draws the contribution of each key to one dimension of the output as blocks, end to end from 0
/// to the output, which is marked by a line: positive blocks above the line, negative ones hollow
/// below it; and an axis as wide as `room`. Targets: "inspector.partN".
void add_contribution_blocks(Diagram& diagram, const Ruler& ruler, const Scene& scene,
                             const Contributions& of, Cell cell, Rect room);

}  // namespace attn
