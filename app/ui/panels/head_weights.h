#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

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

}  // namespace attn::ui
