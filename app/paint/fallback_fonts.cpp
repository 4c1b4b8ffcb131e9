#include "app/paint/fallback_fonts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include <fontconfig/fontconfig.h>
#include <glib.h>

#include "app/paint/fonts.h"

namespace attn {
namespace {

struct Destroy {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcFontSet* set) const { FcFontSetDestroy(set); }
  void operator()(GMappedFile* file) const { g_mapped_file_unref(file); }
};

// Reads big-endian numbers of a font file; 0 out of bounds.
class FontFileReader {
 public:
  explicit FontFileReader(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t u16(std::size_t at) const { return number(at, 2); }
  std::uint32_t u32(std::size_t at) const { return number(at, 4); }
  bool says(std::size_t at, std::string_view word) const {
    return at <= bytes_.size() && bytes_.substr(at).starts_with(word);
  }

 private:
  std::uint32_t number(std::size_t at, std::size_t length) const {
    if (at > bytes_.size() || bytes_.size() - at < length) return 0;
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < length; ++i) {
      result = result << 8 | static_cast<unsigned char>(bytes_[at + i]);
    }
    return result;
  }
  std::string_view bytes_;
};

// Offset of the table `name` of the font at `font`.
std::optional<std::size_t> table(const FontFileReader& file, std::size_t font,
                                 std::string_view name) {
  const std::size_t count = file.u16(font + 4);
  for (std::size_t i = 0; i < count; ++i) {
    if (file.says(font + 12 + 16 * i, name)) return file.u32(font + 12 + 16 * i + 8);
  }
  return std::nullopt;
}

// stb_truetype uses the last Unicode character map, and aborts for formats that it does not know.
bool has_readable_characters(const FontFileReader& file, std::size_t cmap) {
  std::uint32_t format = 2;
  const std::size_t count = file.u16(cmap + 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t record = cmap + 4 + 8 * i;
    const std::uint32_t platform = file.u16(record), encoding = file.u16(record + 2);
    if (platform == 0 || (platform == 3 && (encoding == 1 || encoding == 10))) {
      format = file.u16(cmap + file.u32(record + 4));
    }
  }
  return format == 4 || format == 6 || format == 12;
}

std::string_view bytes_of(const std::string& path) {
  static std::map<std::string, std::unique_ptr<GMappedFile, Destroy>> files;
  auto found = files.find(path);
  if (found == files.end()) {
    found = files.emplace(path, g_mapped_file_new(path.c_str(), FALSE, nullptr)).first;
  }
  GMappedFile* const file = found->second.get();
  if (file == nullptr || g_mapped_file_get_length(file) == 0) return {};
  return {g_mapped_file_get_contents(file), g_mapped_file_get_length(file)};
}

// All fonts, those most similar to the words' font first.
const FcFontSet* sorted_fonts() {
  static const std::unique_ptr<FcFontSet, Destroy> fonts = [] {
    figure_fonts();  // initialises the current settings
    const std::unique_ptr<FcPattern, Destroy> wanted(
        FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, kWordFamily, FC_LANG, FcTypeString, "en",
                       FC_WEIGHT, FcTypeInteger, FC_WEIGHT_NORMAL, nullptr));
    FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultMatch;
    return std::unique_ptr<FcFontSet, Destroy>(
        FcFontSort(nullptr, wanted.get(), FcFalse, nullptr, &result));
  }();
  return fonts.get();
}

std::string text_of(const FcPattern* font, const char* property) {
  FcChar8* text = nullptr;
  if (FcPatternGetString(font, property, 0, &text) != FcResultMatch) return "";
  return reinterpret_cast<const char*>(text);
}

// The font, if usable, without characters.
std::optional<FallbackFont> usable(const FcPattern* font) {
  FcBool color = FcFalse;
  FcPatternGetBool(font, FC_COLOR, 0, &color);
  if (color) return std::nullopt;
  int index = 0;
  FcPatternGetInteger(font, FC_INDEX, 0, &index);
  FallbackFont result{bytes_of(text_of(font, FC_FILE)), index & 0xffff, {}};
  if (!has_plain_outlines(result.bytes, result.index)) return std::nullopt;
  return result;
}

// Removes from `characters` those that `font` has, and returns them.
std::vector<char32_t> take(const FcPattern* font, std::vector<char32_t>& characters) {
  FcCharSet* known = nullptr;
  std::vector<char32_t> taken;
  if (FcPatternGetCharSet(font, FC_CHARSET, 0, &known) != FcResultMatch) return taken;
  std::erase_if(characters, [&](char32_t c) {
    const bool has = FcCharSetHasChar(known, c);
    if (has) taken.push_back(c);
    return has;
  });
  return taken;
}

}  // namespace

bool has_plain_outlines(std::string_view bytes, int index) {
  const FontFileReader file(bytes);
  std::size_t font = 0;
  if (file.says(0, "ttcf")) {
    if (index < 0 || static_cast<std::uint32_t>(index) >= file.u32(8)) return false;
    font = file.u32(12 + 4 * static_cast<std::size_t>(index));
  } else if (index != 0) {
    return false;
  }
  const bool is_font =
      file.u32(font) == 0x10000 || file.says(font, "OTTO") || file.says(font, "true");
  const auto has = [&](std::string_view name) { return table(file, font, name).has_value(); };
  const auto cmap = table(file, font, "cmap");
  return is_font && cmap && has("head") && has("hhea") && has("hmtx") &&
         ((has("glyf") && has("loca")) || has("CFF ")) && has_readable_characters(file, *cmap);
}

std::vector<char32_t> characters_without_fonts(std::vector<char32_t> characters) {
  const FcFontSet* const fonts = sorted_fonts();
  for (int i = 0; fonts != nullptr && i < fonts->nfont && !characters.empty(); ++i) {
    take(fonts->fonts[i], characters);
  }
  return characters;
}

std::vector<FallbackFont> fallback_fonts(std::vector<char32_t> characters) {
  std::vector<FallbackFont> result;
  const FcFontSet* const fonts = sorted_fonts();
  if (fonts == nullptr) return result;
  for (int i = 0; i < fonts->nfont && !characters.empty(); ++i) {
    const FcPattern* const font = fonts->fonts[i];
    std::vector<char32_t> wanted = characters;
    std::vector<char32_t> taken = take(font, wanted);
    if (taken.empty()) continue;
    if (text_of(font, FC_FAMILY) == kWordFamily) {
      characters = std::move(wanted);
    } else if (auto usable_font = usable(font)) {
      usable_font->characters = std::move(taken);
      result.push_back(*std::move(usable_font));
      characters = std::move(wanted);
    }
  }
  return result;
}

}  // namespace attn
