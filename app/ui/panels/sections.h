#pragma once

#include <string>

#include "app/figure/inspector/contributions.h"
#include "app/session/workspace/access.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/temperature.h"
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

/// Draws the losses of the run, and below them a slider over its steps that restores the scene of a
/// step. Draws nothing without a run.
void learn_curve(Ui& ui, Access access, Pen& pen);

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

/// Draws the weights of query `cell.query` as functions of the temperature: one line for each key,
/// over the slider's scale, with a draggable marker at the current temperature. `cell.key` is
/// highlighted. `height` is before the content scale.
TemperatureEdit curves_view(Ui& ui, Access access, Pen& pen, Cell cell, float height);

/// Draws each key's contribution to one dimension of the output: blocks end to end from 0 to the
/// output, negative ones going back, and numbers that add up as written. With several dimensions,
/// one can be chosen. Uses the inspector's latest explanation.
void contributions_bar(Ui& ui, Access access, const Box& box, Cell cell);

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

}  // namespace attn::ui
