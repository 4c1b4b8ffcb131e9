#include "app/ui/theme/fonts.h"

#include <cmath>

#include "assets/assets.h"

namespace attn::ui {
namespace {

/// Latin, Greek, Cyrillic, and symbols of the program's own texts; no combining marks, invisible
/// characters or possible emoji.
constexpr CharacterRange kSimple[] = {
    {0x20, 0x7e},     {0xa0, 0xa8},     {0xaa, 0xac},     {0xaf, 0x2ff},    {0x370, 0x482},
    {0x48a, 0x52f},   {0x1d00, 0x1dbf}, {0x1e00, 0x1fff}, {0x2009, 0x2009}, {0x2010, 0x2027},
    {0x2030, 0x203b}, {0x203d, 0x2048}, {0x204a, 0x205e}, {0x2070, 0x209c}, {0x20a0, 0x20bf},
    {0x2190, 0x2193}, {0x21b5, 0x21b5}, {0x21e5, 0x21e5}, {0x2200, 0x22ff}, {0x2423, 0x2423},
    {0x25a1, 0x25a1}, {0x25b2, 0x25b2}, {0x25bc, 0x25bc}, {0x2c60, 0x2c7f},
};

/// ImGui's font size is ascent + descent; designs give the em. The ratio is in each font's `hhea`
/// table.
struct FaceFont {
  const char* file;
  float em;     // pixels at scale 1
  float ratio;  // line height / em
  int weight;
};

constexpr float kInter = 1.21F, kMono = 1.32F;
constexpr float kInterAscent = 0.96875F, kMonoAscent = 1.02F;
constexpr std::array<FaceFont, static_cast<std::size_t>(Face::kCount)> kFaces = {{
    {"assets/fonts/Inter-Regular.ttf", 14, kInter, 400},            // kBody
    {"assets/fonts/Inter-Medium.ttf", 14, kInter, 500},             // kMedium
    {"assets/fonts/Inter-Regular.ttf", 12, kInter, 400},            // kSmall
    {"assets/fonts/Inter-SemiBold.ttf", 12, kInter, 600},           // kCaption
    {"assets/fonts/Inter-SemiBold.ttf", 15, kInter, 600},           // kTitle
    {"assets/fonts/JetBrainsMono-Regular.ttf", 13, kMono, 400},     // kMono
    {"assets/fonts/JetBrainsMono-Regular.ttf", 11.5F, kMono, 400},  // kMonoSmall
    {"assets/fonts/JetBrainsMono-SemiBold.ttf", 13, kMono, 600},    // kMonoBold
    {"assets/fonts/Inter-Regular.ttf", 16, kInter, 400},            // kText
    {"assets/fonts/Inter-Medium.ttf", 16, kInter, 500},             // kTextMedium
    {"assets/fonts/Inter-SemiBold.ttf", 26, kInter, 600},           // kHeading
    {"assets/fonts/Inter-SemiBold.ttf", 16, kInter, 600},           // kLarge
    {"assets/fonts/Inter-Medium.ttf", 19.5F, kInter, 500},          // kCell
    {"assets/fonts/Inter-SemiBold.ttf", 19.5F, kInter, 600},        // kCellStrong
}};

/// Non-ASCII characters in the program's own texts.
constexpr std::string_view kOwnGlyphs =
    "·×÷−–—…“”‘’√∞→←↑↓≤≥≈±²½‖′ΣΦατβγδεπστωφθλμᵢⱼₖᵥₕₘ₀₁₂₃₄₅₆₇₈₉⁰¹³⁴⁵⁶⁷⁸⁹⁻∈°□␣∅⇥↵∂▲▼\u2009";

/// Latin letters below this are all in Inter: no fallback font is searched.
constexpr char32_t kFirstUnusual = 0x250;
constexpr char32_t kBox = 0x25a1;
constexpr const char* kWords = "assets/fonts/Inter-Regular.ttf";
constexpr const char* kNumbers = "assets/fonts/JetBrainsMono-Regular.ttf";

/// Glyph ranges of numbers: signs, digits, the point, e and letters of "inf".
constexpr ImWchar kNumberRanges[] = {' ', ' ', '+', '9',    'e',    'f', 'i',
                                     'i', 'n', 'n', 0x2212, 0x2212, 0};

const FaceFont& font_of(Face face) { return kFaces[static_cast<std::size_t>(face)]; }

/// ImGui sets text fields and wrapped lines (kBody, kSmall) in every script; in other faces
/// ShapedText sets complex text.
bool sets_numbers_alone(Face face) { return face == Face::kCell || face == Face::kCellStrong; }
bool sets_everything(Face face) { return face == Face::kBody || face == Face::kSmall; }

ImFontConfig font_config(ImFont* into) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 1;  // glyphs start on whole pixels
  config.OversampleV = 1;
  config.PixelSnapH = true;
  config.MergeMode = into != nullptr;
  config.DstFont = into;
  return config;
}

void add_font(ImFontAtlas& atlas, std::string_view bytes, float size, const ImFontConfig& config,
              const ImWchar* ranges) {
  // The atlas only reads the bytes; its interface lacks const.
  imgui::add_font(atlas, const_cast<char*>(bytes.data()), static_cast<int>(bytes.size()), size,
                  config, ranges);
}

/// Ranges in ImGui's format: first and last of each run, terminated by 0.
template <typename Characters>
std::vector<ImWchar> ranges_of(const Characters& ascending) {
  std::vector<ImWchar> ranges;
  for (const char32_t c : ascending) {
    if (ranges.empty() || c != ranges.back() + char32_t{1}) {
      ranges.insert(ranges.end(), 2, static_cast<ImWchar>(c));
    } else {
      ranges.back() = static_cast<ImWchar>(c);
    }
  }
  ranges.push_back(0);
  return ranges;
}

}  // namespace

Fonts::Fonts(ImFontAtlas& atlas, float scale)
    : atlas_(atlas), scale_(scale), known_(IM_UNICODE_CODEPOINT_MAX + 1) {
  for (char c = 0x20; c < 0x7f; ++c) need({&c, 1});
  need(kOwnGlyphs);
  own_ = characters_;
}

float Fonts::line_height(Face face) const {
  return std::round(font_of(face).em * font_of(face).ratio * scale_);
}

float Fonts::baseline(Face face) const {
  const float ascent = font_of(face).ratio == kMono ? kMonoAscent : kInterAscent;
  return std::floor(ascent * line_height(face) / font_of(face).ratio + 1);
}

LineStyle Fonts::style(Face face) const {
  return {.is_number = font_of(face).ratio == kMono,
          .weight = font_of(face).weight,
          .size = static_cast<double>(line_height(face) / font_of(face).ratio)};
}

void Fonts::need(std::string_view text) {
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80 && known_[lead]) {
      text.remove_prefix(1);
      continue;
    }
    const char32_t character = take_character(text);
    if (character >= known_.size() && beyond_.insert(character).second) is_missing_ = true;
    if (character < 0x20 || character >= known_.size() || known_[character]) continue;
    known_[character] = true;
    characters_.insert(character);
    is_missing_ = true;
  }
}

/// Requested characters that the bundled fonts may lack.
std::vector<char32_t> Fonts::unusual() const {
  std::vector<char32_t> unusual;
  for (const char32_t c : characters_) {
    if (c >= kFirstUnusual && !own_.contains(c)) unusual.push_back(c);
  }
  return unusual;
}

/// Requested characters that ImGui sets, or that are set outside it.
std::vector<char32_t> Fonts::unusual_of_all() const {
  std::vector<char32_t> all = unusual();
  all.insert(all.end(), beyond_.begin(), beyond_.end());
  return all;
}

/// System fonts with these characters. The search is slow and most scenes do not need it.
std::vector<FallbackFont> Fonts::find_others() const {
  std::vector<char32_t> wanted = unusual();
  return wanted.empty() ? std::vector<FallbackFont>() : fallback_fonts(std::move(wanted));
}

void Fonts::merge(Face face, const FallbackFont& other) {
  std::vector<char32_t> wanted;
  for (const char32_t c : other.characters) {
    if (sets_everything(face) || is_simple(c)) wanted.push_back(c);
  }
  if (wanted.empty()) return;
  if (imgui::kLoadsGlyphsItself && !merged_.emplace(face, other.bytes.data(), other.index).second) {
    return;
  }
  ImFontConfig config = font_config(font(face));
  config.FontNo = static_cast<decltype(config.FontNo)>(other.index);
  config.OversampleH = 1;
  ranges_.push_back(ranges_of(wanted));
  add_font(atlas_, other.bytes, line_height(face), config, ranges_.back().data());
}

/// Adds the bundled fonts, each with the characters that only the other family has.
void Fonts::add_shipped() {
  atlas_.Clear();
  ranges_.assign(1, ranges_of(characters_));
  const ImWchar* ranges = ranges_.back().data();
  for (std::size_t i = 0; i < kFaces.size(); ++i) {
    const auto face = static_cast<Face>(i);
    const float size = line_height(face);
    add_font(atlas_, asset(kFaces[i].file), size, font_config(nullptr),
             sets_numbers_alone(face) ? kNumberRanges : ranges);
    fonts_[i] = atlas_.Fonts.back();
    if (sets_numbers_alone(face)) continue;
    fonts_[i]->FallbackChar = static_cast<ImWchar>(kBox);
    const bool is_mono = kFaces[i].ratio == kMono;
    add_font(atlas_, asset(is_mono ? kWords : kNumbers),
             std::round(is_mono ? size * kInter / kMono : size * kMono / kInter),
             font_config(fonts_[i]), ranges);
  }
}

void Fonts::load() {
  if (!is_missing_) return;
  is_missing_ = false;
  ++loads_;
  const bool is_first = fonts_[0] == nullptr;
  if (is_first || !imgui::kLoadsGlyphsItself) add_shipped();
  for (const FallbackFont& other : find_others()) {
    for (std::size_t i = 0; i < kFaces.size(); ++i) {
      const auto face = static_cast<Face>(i);
      if (!sets_numbers_alone(face)) merge(face, other);
    }
  }
  missing_words_ += scripts_.words_for(unusual_of_all());
  if constexpr (!imgui::kLoadsGlyphsItself) {
    // An unreadable fallback font must not take the others along.
    if (!atlas_.Build()) {
      add_shipped();
      atlas_.Build();
    }
    if (!is_first) imgui::upload_fonts();
  }
}

void need_glyphs(Fonts& fonts, const Scene& scene) {
  for (const std::string& token : scene.tokens) fonts.need(token);
  for (const std::string& token : scene.query_tokens()) fonts.need(token);
}

EarlyFonts::EarlyFonts(float scale, const Scene& scene) : scale_(scale) {
  if constexpr (imgui::kLoadsGlyphsItself) return;
  fonts_ = std::make_unique<Fonts>(atlas_, scale);
  need_glyphs(*fonts_, scene);
  // System fallback fonts are looked up in the first frame.
  if (fonts_->wants_others()) return;
  loaded_ = std::async(std::launch::async, [this] {
    fonts_->load();
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas_.GetTexDataAsRGBA32(&pixels, &width, &height);  // format of the renderer
  });
}

ImFontAtlas* EarlyFonts::atlas() {
  if (loaded_.valid()) loaded_.get();
  return imgui::kLoadsGlyphsItself ? nullptr : &atlas_;
}

std::unique_ptr<Fonts> EarlyFonts::take_fonts() {
  if (!fonts_) return std::make_unique<Fonts>(*ImGui::GetIO().Fonts, scale_);
  return std::move(fonts_);
}

bool is_simple(char32_t character) {
  return std::ranges::any_of(
      kSimple, [character](const CharacterRange& range) { return range.holds(character); });
}

bool is_simple(std::string_view text) {
  // Fast path: most texts are ASCII.
  const auto is_plain = [](char c) { return c >= 0x20 && c <= 0x7e; };
  text.remove_prefix(
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin()));
  while (!text.empty()) {
    if (!is_simple(take_character(text))) return false;
  }
  return true;
}

}  // namespace attn::ui
