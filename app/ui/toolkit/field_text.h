#pragma once

#include <string>
#include <string_view>

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// ImGui's text fields can be built for 16-bit characters and would then turn each emoji into
/// U+FFFD, also in a field that is only visited. They get a stand-in for each instead, which they
/// show as a box: one of the codes that are no characters, the same for as long as the program
/// runs.
char32_t to_field(char32_t character);
std::string to_field(std::string_view text);
/// What the stand-ins in `text` stand for.
std::string from_field(std::string_view text);

/// Lets what is copied and pasted pass through the two above. After the backend's set-up.
void exchange_clipboard();

}  // namespace attn::ui
