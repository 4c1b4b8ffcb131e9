#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A font of the machine, for characters that the window's own font lacks.
struct FallbackFont {
  std::string_view bytes;            ///< of the whole file, as long as the program runs
  int index = 0;                     ///< of the font in the file
  std::vector<char32_t> characters;  ///< those that it is for
};

/// The fonts that figures would take for those of `characters` that the family of words lacks, as
/// far as they have outlines that a simple rasterizer can read: TrueType's or PostScript's, with no
/// colours. A character that none has is in none.
std::vector<FallbackFont> fallback_fonts(std::vector<char32_t> characters);

/// Whether `bytes`, the font `index` in them, is such a font.
bool has_plain_outlines(std::string_view bytes, int index);

}  // namespace attn
