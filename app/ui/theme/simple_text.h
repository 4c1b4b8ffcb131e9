#pragma once

#include <string_view>

#include "engine/base/characters.h"

namespace attn::ui {

/// Whether ImGui sets the text correctly: one glyph per character, left to right. Other text needs
/// shaped_text.h.
bool is_simple(char32_t character);
bool is_simple(std::string_view text);

}  // namespace attn::ui
