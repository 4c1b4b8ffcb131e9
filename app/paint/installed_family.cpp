#include <memory>
#include <string>

#include <fontconfig/fontconfig.h>

#include "app/document/files/utf8.h"
#include "app/figure/text/figure_font.h"
#include "app/paint/fonts.h"

namespace attn {

std::string installed_family(const std::string& name) {
  figure_fonts();  // initialises the current settings
  const std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)> wanted(
      FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, name.c_str(), FC_SCALABLE, FcTypeBool,
                     FcTrue, nullptr),
      FcPatternDestroy);
  const std::unique_ptr<FcObjectSet, decltype(&FcObjectSetDestroy)> properties(
      FcObjectSetBuild(FC_FAMILY, nullptr), FcObjectSetDestroy);
  const std::unique_ptr<FcFontSet, decltype(&FcFontSetDestroy)> found(
      FcFontList(nullptr, wanted.get(), properties.get()), FcFontSetDestroy);
  for (int font = 0; found && font < found->nfont; ++font) {
    FcChar8* family = nullptr;
    for (int n = 0; FcPatternGetString(found->fonts[font], FC_FAMILY, n, &family) == FcResultMatch;
         ++n) {
      std::string text = reinterpret_cast<const char*>(family);
      if (with_small_letters(text) == with_small_letters(name)) return text;
    }
  }
  return "";
}

}  // namespace attn
