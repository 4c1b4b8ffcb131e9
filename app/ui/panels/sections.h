#pragma once

#include <optional>
#include <string>

#include "app/figure/inspector/explain.h"
#include "app/session/workspace/access.h"
#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// The parts of the panels at the sides, from the pen down.

/// Heading of the mask section.
SectionHead mask_head(const Scene& scene);

/// Section of the masks with their parameters: each can be changed, painted or removed, and more
/// can be added.
void mask_section(Ui& ui, Access access, Pen& pen);

/// Heading of the section for learning.
SectionHead learn_head(const Workspace& workspace);

/// Section for learning: the goal, the numbers that may change, and the run. `is_first`: at the top
/// of the panel.
void learn_section(Ui& ui, Access access, Pen& pen, bool is_first = false);

// Sections of the right panel that choose from the engine's tables: each lists the rows of its
// table, so that a new kind needs no code here.

void score_section(Ui& ui, Access access, Pen& pen);
void scale_section(Ui& ui, Access access, Pen& pen);
/// `heading`: line above, with its menu at the end.
void normalizer_section(Ui& ui, Access access, Pen& pen, const Box& heading);
void heads_section(Ui& ui, Access access, Pen& pen);
void position_section(Ui& ui, Access access, Pen& pen);

/// Draws the cost of the scene, with a link to the view Cost; absent if that view is hidden.
void cost_line(Ui& ui, Access access, Pen& pen);

/// Height of the panel's last sections if all of them are folded; else 0.
float folded_at_end(const Ui& ui, const Workspace& workspace);

/// Section with the weights of the shown head: matrices for queries, keys and values, and
/// parameters of the score function. Absent ones show their default and can be added. A table is at
/// most `max_height` tall.
void head_weights_section(Ui& ui, Access access, Pen& pen, float max_height);

/// Part of the weights' section that a lesson's stage shows.
struct StagedWeights {
  bool is_whole = true;  ///< all, or only named matrices
  Index columns = 0;     ///< of the widest open table
};
StagedWeights staged_weights(const Workspace& workspace);

/// Edit of a temperature in this frame.
struct TemperatureEdit {
  std::optional<float> value;
  bool dragging = false;       ///< part of a continuing gesture
  bool dropped = false;        ///< end of the gesture
  bool begins = false;         ///< by a key that starts another gesture
  std::string refused;         ///< typed text that is not a temperature
  std::optional<Box> entry{};  ///< box of the number, if it can be typed
};

/// Draws the slider with its marks and the text field.
TemperatureEdit temperature_slider(Ui& ui, Pen& pen, float temperature);

/// Proposes the edit. Edits by slider and curves are one gesture while either is dragged.
void change_temperature(Access access, const TemperatureEdit& edit);

/// Draws the slider on a lesson's stage: in `room`, below the matrix and as wide as it, with the
/// number to its left.
void stage_temperature(Ui& ui, Access access, const Box& room, const Box& matrix);

// One function per panel. `box` is the inside of the panel; edits are proposed to the workspace.
// The side panels return whether they show anything: in presenter mode only pinned sections.

/// Left panel: sentence, queries, embeddings and values.
bool inputs_panel(Ui& ui, Access access, const Box& box);

/// Right panel: kinds of the scene, and the selected row as bars.
bool attention_panel(Ui& ui, Access access, const Box& box);

/// Content of the side panels, from the pen down in this height: for a lesson's stage.
void inputs_sections(Ui& ui, Access access, Pen& pen, float height);
void attention_sections(Ui& ui, Access access, Pen& pen, float height);

/// Bottom panel: the inspector's explanation in numbers; one line if folded, and always in
/// presenter mode. Returns the height that shows all of it.
float inspector_panel(Ui& ui, Access access, const Box& box);
bool is_inspector_folded(const Ui& ui, const Workspace& workspace);

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
