#pragma once

#include <string>

#include "app/figure/inspector/contributions.h"
#include "app/session/workspace/access.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/temperature.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// The parts of the panels at the sides, from the pen down.

/// What the part is called; `value` is what it comes to, and must last as long.
SectionHead mask_head(const Scene& scene, std::string& value);

/// The masks with their parameters: each can be changed, painted or taken away, and more added.
void mask_section(Ui& ui, Access access, Pen& pen);

/// What its heading says; `value` is kept by whoever asks.
SectionHead learn_head(const Workspace& workspace, std::string& value);

/// What is wanted of the scene, which of its numbers may move, and the run towards it. At the top
/// of the panel it `is_first`.
void learn_section(Ui& ui, Access access, Pen& pen, bool is_first = false);

/// The losses of the run, and below them a slider over its steps: the scene goes back to the one
/// that it is dragged to. Nothing where there was no run.
void learn_curve(Ui& ui, Access access, Pen& pen);

/// The weights of the head that is shown: the matrices that make queries, keys and values, and what
/// the score function asks for. What is absent says what it stands for, and can be given. A table
/// is at most `max_height` tall.
void head_weights_section(Ui& ui, Access access, Pen& pen, float max_height);

/// What of that a lesson's stage has.
struct StagedWeights {
  bool is_whole = true;  ///< or else what it names, alone
  Index columns = 0;     ///< of the widest of the tables that are open
};
StagedWeights staged_weights(const Workspace& workspace);

/// How the weights of query `cell.query` depend on the temperature: one line for each key, over the
/// temperature slider's scale, with a marker at the present one that can be dragged. `cell.key` is
/// the shown key. They are `height` high, before the content scale.
TemperatureEdit curves_view(Ui& ui, Access access, Pen& pen, Cell cell, float height);

/// What each key brings to one dimension of the output: blocks laid end to end from 0 to the
/// output, those below 0 going back, and their numbers, which add up as they stand there. Where
/// values have several dimensions, one of them is chosen. Of what the inspector explained last.
void contributions_bar(Ui& ui, Access access, const Box& box, Cell cell);

}  // namespace attn::ui
