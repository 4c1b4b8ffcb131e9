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

/// Adds what each key brings to one dimension of the output as blocks laid end to end from 0 to the
/// output, which a line marks: above a line those that add, hollow below it those that take off;
/// and an axis. `room` is as wide as the axis. Targets: "inspector.partN".
void add_contribution_blocks(Diagram& diagram, const Ruler& ruler, const Scene& scene,
                             const Contributions& of, Cell cell, Rect room);

}  // namespace attn
