#pragma once

#include <string>
#include <string_view>

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// Code for a character in ImGui's text fields. Fields built with 16-bit characters would turn
/// emoji into U+FFFD, even when only visited; each gets a placeholder instead, shown as a box: a
/// noncharacter code, fixed for the process.
char32_t to_field(char32_t character);
std::string to_field(std::string_view text);
/// Replaces placeholders in `text` by their characters.
std::string from_field(std::string_view text);

/// Converts text copied from and pasted into fields. Call after the backend's set-up.
void exchange_clipboard();

}  // namespace attn::ui
