#pragma once

#include <string_view>

#include "app/ui/device_numbers.h"
#include "app/ui/session.h"
#include "app/ui/ui.h"

namespace attn::ui {

/// Whether colours in a range of this kind depend on numbers that are not drawn.
bool is_of_all_numbers(std::string_view range);

/// What the window's panels and the view that is chosen show as numbers.
NumbersNeeded numbers_needed(const Session& session);

/// Asks for what is needed and not read yet. To be called once in a frame, after its panels are
/// drawn.
void follow_numbers(Ui& ui, Session& session);

}  // namespace attn::ui
