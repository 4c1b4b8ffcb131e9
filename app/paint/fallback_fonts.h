#pragma once

#include <string_view>
#include <vector>

namespace attn {

/// System font for characters that the window's own font lacks.
struct FallbackFont {
  std::string_view bytes;            ///< of the whole file, valid while the program runs
  int index = 0;                     ///< index of the font in the file
  std::vector<char32_t> characters;  ///< characters drawn with this font
};

/// Fonts that figures use for those of `characters` that the family of words lacks, if a simple
/// rasterizer can read their outlines: TrueType or PostScript, without colours. Characters missing
/// in all fonts are skipped.
std::vector<FallbackFont> fallback_fonts(std::vector<char32_t> characters);

/// Those of `characters` that no font has, of any kind.
std::vector<char32_t> characters_without_fonts(std::vector<char32_t> characters);

/// Returns whether a simple rasterizer can read the outlines of font `index` in `bytes`.
bool has_plain_outlines(std::string_view bytes, int index);

}  // namespace attn
