#pragma once

#include "app/ui/session.h"
#include "app/ui/widgets.h"

namespace attn::ui {

/// The prediction of the open lesson's step, which must have one: the question and the ways to
/// answer it, or what was answered and what the numbers show.
void lesson_prediction(Ui& ui, Session& session, Pen& pen, const Facts& facts);

}  // namespace attn::ui
