#pragma once

#include <string>
#include <string_view>

#include <pango/pango.h>

#include "app/figure/text/families.h"

namespace attn {

struct UnrefObject {
  void operator()(gpointer object) const { g_object_unref(object); }
};

/// Path at which `bytes` can be read as a file while the program runs; removed at its end. Throws
/// std::runtime_error if there is no space.
std::string font_file(std::string_view bytes);

/// Fonts of the calling thread: the shipped ones, which replace system fonts of the same name, and
/// system fonts for other scripts. Created on first use; needs no fonts or fontconfig settings on
/// the machine. Throws std::runtime_error if a font cannot be read.
PangoFontMap* figure_fonts();

/// Fonts like figure_fonts(), including the shipped fonts for papers.
PangoFontMap* paper_fonts();

/// Only the shipped fonts of one of the two families, available at once without a search of system
/// fonts. For texts covered by them, with equal results.
PangoFontMap* shipped_fonts(std::string_view family);
/// Returns whether the family has all characters of the text.
bool have_shipped_fonts(std::string_view family, std::string_view utf8);

}  // namespace attn
