#pragma once

#include "app/ui/session.h"
#include "app/ui/widgets.h"

namespace attn::ui {

/// The prediction of the open lesson's step, which must have one: the question and the ways to
/// answer it, or what was answered and what the numbers show.
void lesson_prediction(Ui& ui, Session& session, Pen& pen, const Facts& facts);

/// A button with words on it, as wide as `box` or less; it has the accent's colour where it is
/// what comes next.
bool word_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled = true);

}  // namespace attn::ui
