#pragma once

#include <string>

#include "app/figure/inspector/explain.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The steps of an explanation as one chain of formulas, in as many rows as it takes, each step
/// with its title above it. Terms light what they come from, and are lit by it. Answers what the
/// term under the mouse says.
std::string inspector_chain(Ui& ui, Pen& pen, const Explanation& explanation);

/// The same in one line: what each step is of, and what it comes to.
void inspector_line(Ui& ui, const Box& box, const Explanation& explanation);

/// The same for a class: of each step also what it is in letters, or its fraction, as large as it
/// fits.
void presented_line(Ui& ui, const Box& box, const Explanation& explanation);

/// "s_{ij} = q \\cdot k = " of "s_{ij} = q \\cdot k = 0 \\cdot 2 + … = ": up to the second sign
/// that is in no brace. "\\alpha_{ij} = \\text{masked:}\\;" stays, as no sign follows words.
std::string first_equation(std::string_view formula);

}  // namespace attn::ui
