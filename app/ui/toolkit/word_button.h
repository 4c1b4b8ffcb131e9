#pragma once

#include <string_view>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A button with words on it; it has the accent's colour where it is what comes next, light until
/// it is to be pressed. True in the frame in which it is pressed.
bool word_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled = true, Face face = Face::kMedium);

/// The same as wide as its words, in a row that is filled from the right: it ends at `right`, which
/// then is where the next one ends.
bool word_button_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right, bool is_next);

}  // namespace attn::ui
