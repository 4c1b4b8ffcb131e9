#pragma once

#include <string>

#include "app/figure/inspector/explain.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Draws the steps of an explanation as a chain of formulas, in as many rows as needed, each step
/// with its title above. Hovering a term highlights its sources, and the reverse. Returns the
/// sentence of the term under the mouse.
std::string inspector_chain(Ui& ui, Pen& pen, const Explanation& explanation);

/// Draws the chain in one line: symbol and result of each step.
void inspector_line(Ui& ui, const Box& box, const Explanation& explanation);

/// Draws the line for a class: also the symbolic formula or fraction of each step, as large as it
/// fits.
void presented_line(Ui& ui, const Box& box, const Explanation& explanation);

/// "s_{ij} = q \\cdot k = " of "s_{ij} = q \\cdot k = 0 \\cdot 2 + … = ": up to the second equals
/// sign outside braces. "\\alpha_{ij} = \\text{masked:}\\;" is unchanged, since no sign follows.
std::string first_equation(std::string_view formula);

}  // namespace attn::ui
