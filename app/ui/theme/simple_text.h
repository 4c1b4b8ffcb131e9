#pragma once

#include <string_view>

#include "engine/base/characters.h"

namespace attn::ui {

/// Whether a text of such characters is simply one letter after another, in one direction, as ImGui
/// sets it. What is not is for shaped_text.h.
bool is_simple(char32_t character);
bool is_simple(std::string_view text);

}  // namespace attn::ui
