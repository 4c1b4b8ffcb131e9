#include "app/paint/missing_scripts.h"

#include <algorithm>
#include <array>
#include <map>

#include <glib.h>

#include "app/paint/fallback_fonts.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Script, and the package of Debian with fonts for it.
struct ScriptFonts {
  GUnicodeScript script;
  std::string_view name;
  std::string_view package = "fonts-noto-core";
};
constexpr ScriptFonts kScripts[] = {
    {G_UNICODE_SCRIPT_HAN, "Chinese", "fonts-noto-cjk"},
    {G_UNICODE_SCRIPT_HIRAGANA, "Japanese", "fonts-noto-cjk"},
    {G_UNICODE_SCRIPT_KATAKANA, "Japanese", "fonts-noto-cjk"},
    {G_UNICODE_SCRIPT_HANGUL, "Korean", "fonts-noto-cjk"},
    {G_UNICODE_SCRIPT_BOPOMOFO, "Chinese", "fonts-noto-cjk"},
    {G_UNICODE_SCRIPT_LATIN, "Latin"},
    {G_UNICODE_SCRIPT_GREEK, "Greek"},
    {G_UNICODE_SCRIPT_CYRILLIC, "Cyrillic"},
    {G_UNICODE_SCRIPT_ARABIC, "Arabic"},
    {G_UNICODE_SCRIPT_HEBREW, "Hebrew"},
    {G_UNICODE_SCRIPT_DEVANAGARI, "Devanagari"},
    {G_UNICODE_SCRIPT_BENGALI, "Bengali"},
    {G_UNICODE_SCRIPT_GURMUKHI, "Gurmukhi"},
    {G_UNICODE_SCRIPT_GUJARATI, "Gujarati"},
    {G_UNICODE_SCRIPT_TAMIL, "Tamil"},
    {G_UNICODE_SCRIPT_TELUGU, "Telugu"},
    {G_UNICODE_SCRIPT_KANNADA, "Kannada"},
    {G_UNICODE_SCRIPT_MALAYALAM, "Malayalam"},
    {G_UNICODE_SCRIPT_SINHALA, "Sinhala"},
    {G_UNICODE_SCRIPT_THAI, "Thai"},
    {G_UNICODE_SCRIPT_LAO, "Lao"},
    {G_UNICODE_SCRIPT_KHMER, "Khmer"},
    {G_UNICODE_SCRIPT_MYANMAR, "Burmese"},
    {G_UNICODE_SCRIPT_TIBETAN, "Tibetan"},
    {G_UNICODE_SCRIPT_GEORGIAN, "Georgian"},
    {G_UNICODE_SCRIPT_ARMENIAN, "Armenian"},
    {G_UNICODE_SCRIPT_ETHIOPIC, "Ethiopic"},
};
constexpr ScriptFonts kEmoji{G_UNICODE_SCRIPT_COMMON, "emoji", "fonts-noto-color-emoji"};
constexpr ScriptFonts kOther{G_UNICODE_SCRIPT_UNKNOWN, "other signs"};

/// Whether a font has to draw it: no control, mark of direction, or character without a meaning.
bool is_visible(char32_t character) {
  switch (g_unichar_type(character)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SPACE_SEPARATOR:
      return false;
    default:
      // Variation selectors have no glyphs of their own.
      return !(character >= 0xfe00 && character <= 0xfe0f);
  }
}

const ScriptFonts& script_of(char32_t character) {
  constexpr char32_t kFirstEmoji = 0x1f000, kLastEmoji = 0x1faff;
  if (character >= kFirstEmoji && character <= kLastEmoji) return kEmoji;
  const auto found =
      std::ranges::find(kScripts, g_unichar_get_script(character), &ScriptFonts::script);
  return found == std::end(kScripts) ? kOther : *found;
}

std::string utf8_of(char32_t character) {
  std::array<char, 6> bytes{};
  const int length = g_unichar_to_utf8(character, bytes.data());
  return {bytes.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string MissingScripts::words_for(std::vector<char32_t> characters) {
  std::erase_if(characters, [](char32_t character) { return !is_visible(character); });
  if (characters.empty()) return "";
  constexpr std::size_t kMostShown = 3;
  struct Missing {
    std::string_view package;
    std::vector<std::string> some;
  };
  std::map<std::string_view, Missing> scripts;
  for (const char32_t character : characters_without_fonts(std::move(characters))) {
    const ScriptFonts& script = script_of(character);
    if (named_.contains(script.name)) continue;
    Missing& missing = scripts[script.name];
    missing.package = script.package;
    if (missing.some.size() < kMostShown) missing.some.push_back(utf8_of(character));
  }
  std::string words;
  std::set<std::string_view> packages;
  for (const auto& [name, missing] : scripts) {
    named_.insert(name);
    packages.insert(missing.package);
    words += (words.empty() ? "No font has " : ", ") + joined(missing.some, {}, " ") + " (" +
             std::string(name) + ")";
  }
  if (words.empty()) return "";
  return words + ": Debian has fonts in " + joined(packages);
}

std::string MissingScripts::words_for(const std::vector<std::string>& texts) {
  // Latin letters below this are in the shipped fonts.
  constexpr char32_t kFirstUnusual = 0x250;
  std::set<char32_t> unusual;
  for (std::string_view text : texts) {
    while (!text.empty()) {
      const char32_t character = take_character(text);
      if (character >= kFirstUnusual) unusual.insert(character);
    }
  }
  return words_for(std::vector<char32_t>(unusual.begin(), unusual.end()));
}

}  // namespace attn
