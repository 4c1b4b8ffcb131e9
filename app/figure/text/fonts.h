#pragma once

#include <string>
#include <string_view>

#include <pango/pango.h>

#include "app/figure/text/families.h"

namespace attn {

/// A path at which `bytes` can be read as a file for as long as the program runs; nothing is left
/// when it ends. Throws std::runtime_error where there is no room for it.
std::string font_file(std::string_view bytes);

/// The calling thread's fonts: the shipped ones, which stand in for the system's of the same name,
/// and the system's for scripts that those lack. Made at the first call; needs no font and no
/// fontconfig settings on the machine. Throws std::runtime_error where a font can't be read.
PangoFontMap* figure_fonts();

/// The same with the shipped fonts that only a paper asks for.
PangoFontMap* paper_fonts();

/// Likewise the shipped fonts of one of the two families alone, which are there at once: the
/// system's need to be looked for. For texts that it has, which look the same in both.
PangoFontMap* shipped_fonts(std::string_view family);
/// Whether each of them has all characters of the text.
bool have_shipped_fonts(std::string_view family, std::string_view utf8);

}  // namespace attn
