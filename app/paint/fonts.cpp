#include "app/paint/fonts.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

#include "app/platform/memory.h"
#include "assets/assets.h"

#if __has_include(<sanitizer/lsan_interface.h>)
#include <sanitizer/lsan_interface.h>
#endif

namespace attn {

std::string font_file(std::string_view bytes) try {
  return memory_file("attentoscope-font", bytes);
} catch (const std::runtime_error& error) {
  throw std::runtime_error(std::string("the fonts: ") + error.what());
}

namespace {

constexpr std::string_view kShipped[] = {
    "assets/fonts/Inter-Regular.ttf",          "assets/fonts/Inter-Medium.ttf",
    "assets/fonts/Inter-SemiBold.ttf",         "assets/fonts/JetBrainsMono-Regular.ttf",
    "assets/fonts/JetBrainsMono-SemiBold.ttf", "assets/fonts/TeXGyreTermes-Regular.otf",
    "assets/fonts/TeXGyreTermes-Bold.otf"};

using Files = std::span<const std::string_view>;

/// Shipped fonts except those for papers, which must not be a fallback for other texts.
constexpr Files kOfTheProgram = Files(kShipped).first(5);

/// Files of a family.
Files shipped_files(std::string_view family) {
  constexpr std::size_t kWords = 3, kNumbers = 2;
  if (family == kTimesFamily) return kShipped;
  return family == kNumberFamily ? Files(kShipped).subspan(kWords, kNumbers)
                                 : Files(kShipped).first(kWords);
}

// Fontconfig prefers system fonts to an application's fonts of the same name, so those are
// excluded: figures must look the same on every machine.
constexpr const char* kRules = R"(<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <selectfont><rejectfont>
    <pattern><patelt name="family"><string>Inter</string></patelt></pattern>
    <pattern><patelt name="family"><string>JetBrains Mono</string></patelt></pattern>
    <pattern><patelt name="family"><string>TeX Gyre Termes</string></patelt></pattern>
  </rejectfont></selectfont>
</fontconfig>)";

const FcChar8* fc_text(const char* text) { return reinterpret_cast<const FcChar8*>(text); }

#if defined(__SANITIZE_ADDRESS__)
#define ATTN_CHECKS_LEAKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTN_CHECKS_LEAKS
#endif
#endif

// Allocations in its lifetime are no leaks: Pango 1.58 keeps a reference to settings until the end
// of the program, and Fontconfig's pointers within them are no addresses that a checker follows.
struct KeptToTheEnd {
#ifdef ATTN_CHECKS_LEAKS
  KeptToTheEnd() { __lsan_disable(); }
  ~KeptToTheEnd() { __lsan_enable(); }
#endif
};

FcConfig* make_config(Files shipped, bool has_systems) {
  [[maybe_unused]] const KeptToTheEnd kept;
  FcConfig* config = FcConfigCreate();
  if (has_systems) {
    // A machine without settings has no fonts to find, which is no error.
    FcConfigParseAndLoad(config, nullptr, FcFalse);
    FcConfigParseAndLoadFromMemory(config, fc_text(kRules), FcTrue);
  }
  FcConfigBuildFonts(config);
  for (const std::string_view path : shipped) {
    const std::string file = font_file(asset(path));
    if (!FcConfigAppFontAddFile(config, fc_text(file.c_str()))) {
      throw std::runtime_error("the font " + std::string(path) + " could not be read");
    }
  }
  return config;
}

// Settings with the lifetime of the program.
struct Config {
  FcConfig* const config;
  // Pango reads the process's settings in a thread of its own, which prints a warning if there are
  // none: install ours.
  Config(Files shipped, bool has_systems) : config(make_config(shipped, has_systems)) {
    FcConfigSetCurrent(config);
  }
  ~Config() {
    FcConfig* const none = FcConfigCreate();
    FcConfigSetCurrent(none);
    FcConfigDestroy(none);
    FcConfigDestroy(config);
  }
};

// Returns whether Pango, before 1.54, only releases the settings of a font map on request. Later
// versions release them, and warn about a request.
bool keeps_settings() { return pango_version() < PANGO_VERSION_ENCODE(1, 54, 0); }

void take_apart(gpointer, GObject* map) {
  pango_fc_font_map_shutdown(PANGO_FC_FONT_MAP(map));
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), nullptr);
}

// Pango searches fonts in threads that cannot be joined and hold their map beyond the end of this
// thread and of the program: so the last owner destroys it.
using Fonts = std::unique_ptr<PangoFontMap, UnrefObject>;
Fonts fonts_of(const Config& settings) {
  PangoFontMap* made = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(made), settings.config);
  if (keeps_settings()) g_object_weak_ref(G_OBJECT(made), take_apart, nullptr);
  return Fonts(made);
}

// Characters of each shipped font.
struct Characters {
  FcCharSet* set = nullptr;
  explicit Characters(const Config& settings) {
    const FcFontSet* fonts = FcConfigGetFonts(settings.config, FcSetApplication);
    for (int n = 0; fonts && n < fonts->nfont; ++n) {
      FcCharSet* own = nullptr;
      if (FcPatternGetCharSet(fonts->fonts[n], FC_CHARSET, 0, &own) != FcResultMatch) continue;
      FcCharSet* both = set ? FcCharSetIntersect(set, own) : FcCharSetCopy(own);
      if (set) FcCharSetDestroy(set);
      set = both;
    }
  }
  ~Characters() {
    if (set) FcCharSetDestroy(set);
  }
};

struct Family {
  Config settings;
  Characters characters;
  explicit Family(const char* name) : settings(shipped_files(name), false), characters(settings) {}
};

const Family& shipped_family(std::string_view name) {
  if (name == kNumberFamily) {
    static const Family numbers(kNumberFamily);
    return numbers;
  }
  static const Family words(kWordFamily);
  return words;
}

}  // namespace

PangoFontMap* figure_fonts() {
  // Created first, so that the fonts created below become the current ones.
  shipped_family(kWordFamily);
  shipped_family(kNumberFamily);
  static const Config settings(kOfTheProgram, true);
  // Pango font maps are not thread-safe.
  thread_local const Fonts map = fonts_of(settings);
  return map.get();
}

PangoFontMap* paper_fonts() {
  figure_fonts();  // initialises its settings first
  static const Config settings(shipped_files(kTimesFamily), true);
  thread_local const Fonts map = fonts_of(settings);
  return map.get();
}

PangoFontMap* shipped_fonts(std::string_view family) {
  if (family == kNumberFamily) {
    thread_local const Fonts numbers = fonts_of(shipped_family(family).settings);
    return numbers.get();
  }
  thread_local const Fonts words = fonts_of(shipped_family(family).settings);
  return words.get();
}

bool have_shipped_fonts(std::string_view family, std::string_view utf8) {
  const Characters& characters = shipped_family(family).characters;
  if (!characters.set || !g_utf8_validate_len(utf8.data(), utf8.size(), nullptr)) return false;
  const char* const end = utf8.data() + utf8.size();
  for (const char* at = utf8.data(); at < end; at = g_utf8_next_char(at)) {
    if (!FcCharSetHasChar(characters.set, g_utf8_get_char(at))) return false;
  }
  return true;
}

}  // namespace attn
