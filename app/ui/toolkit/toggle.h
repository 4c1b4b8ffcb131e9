#pragma once

#include <string_view>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Width of a switch with its label.
float toggle_width(const Theme& theme, std::string_view label);

/// Switch at the left of `box`, with its label beside it. True in the frame in which it is pressed;
/// the caller changes `is_on`.
bool toggle(Ui& ui, std::string_view name, const Box& box, std::string_view label, bool is_on);

}  // namespace attn::ui
