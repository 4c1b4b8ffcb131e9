#include "app/figure/text/figure_font.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "app/document/files/utf8.h"
#include "app/figure/text/families.h"

namespace attn {
namespace {

constexpr FigureFont kFigureFonts[] = {
    {"inter", "Inter", kWordFamily},
    {"times", "like Times", kTimesFamily},
    {"latin-modern", "of LaTeX", "Latin Modern Roman"},
};

/// Families common in papers, and their Debian packages.
struct DebianFont {
  std::string_view family, package;
};
constexpr DebianFont kDebianFonts[] = {
    {"Latin Modern Roman", "fonts-lmodern"},
    {"Latin Modern Sans", "fonts-lmodern"},
    {"TeX Gyre Pagella", "fonts-texgyre"},
    {"TeX Gyre Heros", "fonts-texgyre"},
    {"TeX Gyre Bonum", "fonts-texgyre"},
    {"TeX Gyre Schola", "fonts-texgyre"},
    {"Liberation Serif", "fonts-liberation"},
    {"Liberation Sans", "fonts-liberation"},
    {"DejaVu Sans", "fonts-dejavu-core"},
    {"DejaVu Serif", "fonts-dejavu-core"},
    {"Noto Sans", "fonts-noto-core"},
    {"Noto Serif", "fonts-noto-core"},
    {"EB Garamond", "fonts-ebgaramond"},
    {"Linux Libertine O", "fonts-linuxlibertine"},
    {"CMU Serif", "fonts-cmu"},
    {"Nimbus Roman", "fonts-urw-base35"},
    {"Nimbus Sans", "fonts-urw-base35"},
    {"Open Sans", "fonts-open-sans"},
    {"Lato", "fonts-lato"},
};

/// Copy of a text that is never freed.
const char* kept(std::string text) {
  static std::mutex mutex;
  static std::set<std::string> texts;
  const std::lock_guard lock(mutex);
  return texts.insert(std::move(text)).first->c_str();
}

const char*& current_family() {
  thread_local const char* family = kWordFamily;
  return family;
}

}  // namespace

std::span<const FigureFont> figure_fonts_known() { return kFigureFonts; }

const char* find_font_family(std::string_view name) {
  const auto known = std::ranges::find(kFigureFonts, name, &FigureFont::id);
  const std::string family(known == std::end(kFigureFonts) ? name : known->family);
  if (family == kWordFamily || family == kTimesFamily) return kept(family);
  if (std::string found = installed_family(family); !found.empty()) return kept(std::move(found));
  std::string words = "the font " + family + " is not installed";
  const auto of_debian = std::ranges::find_if(kDebianFonts, [&](const DebianFont& one) {
    return with_small_letters(one.family) == with_small_letters(family);
  });
  if (of_debian != std::end(kDebianFonts)) {
    words += "; Debian has it in the package " + std::string(of_debian->package);
  } else {
    words += "; expected inter, times, latin-modern or an installed family";
  }
  throw std::runtime_error(words);
}

FontScope::FontScope(const char* family) : before_(current_family()) { current_family() = family; }
FontScope::~FontScope() { current_family() = before_; }

const char* word_family() { return current_family(); }

}  // namespace attn
