#pragma once

#include <string_view>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Button with a label, in the accent colour if it is the default action, light while disabled.
/// True in the frame in which it is pressed.
bool word_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled = true, Face face = Face::kMedium);

/// Button as wide as its label in a right-aligned row: ends at `right`, which becomes its left end
/// for the next one.
bool word_button_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right, bool is_next);

}  // namespace attn::ui
