#include "app/ui/fonts.h"

#include <cmath>
#include <vector>

#include "assets/assets.h"

namespace attn::ui {
namespace {

/// ImGui's size of a font is its ascent and descent together; designers mean the em. The ratio is
/// in each font's `hhea` table.
struct FaceFont {
  const char* file;
  float em;     // pixels at scale 1
  float ratio;  // line height to em
};

constexpr float kInter = 1.21F, kMono = 1.32F;
constexpr std::array<FaceFont, static_cast<std::size_t>(Face::kCount)> kFaces = {{
    {"assets/fonts/Inter-Regular.ttf", 14, kInter},            // kBody
    {"assets/fonts/Inter-Medium.ttf", 14, kInter},             // kMedium
    {"assets/fonts/Inter-Regular.ttf", 12, kInter},            // kSmall
    {"assets/fonts/Inter-SemiBold.ttf", 12, kInter},           // kCaption
    {"assets/fonts/Inter-SemiBold.ttf", 15, kInter},           // kTitle
    {"assets/fonts/JetBrainsMono-Regular.ttf", 13, kMono},     // kMono
    {"assets/fonts/JetBrainsMono-Regular.ttf", 11.5F, kMono},  // kMonoSmall
    {"assets/fonts/JetBrainsMono-SemiBold.ttf", 13, kMono},    // kMonoBold
}};

/// What the program itself writes beside ASCII.
constexpr std::string_view kOwnGlyphs =
    "·×÷−–—…“”‘’√∞→←↑↓≤≥≈±²½‖Σατβγδπστωφθλμᵢⱼₖₕₒₐₜᵀᵒˢ₀₁₂₃₄₅₆₇₈₉⁰¹³⁴⁵⁶⁷⁸⁹⁻∈";

std::vector<unsigned> codepoints(std::string_view text) {
  std::vector<unsigned> points;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const unsigned length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    unsigned point = length == 1 ? lead : lead & (0x7fU >> length);
    for (unsigned k = 1; k < length && i + k < text.size(); ++k) {
      point = (point << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3fU);
    }
    points.push_back(point);
    i += length;
  }
  return points;
}

ImFontConfig font_config() {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  return config;
}

void add_font(const char* file, float size, const ImFontConfig& config, const ImWchar* ranges) {
  const std::string_view bytes = asset(file);
  // The atlas reads the bytes only, but its interface is older than const.
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(bytes.data()),
                                             static_cast<int>(bytes.size()), size, &config, ranges);
}

}  // namespace

Fonts::Fonts(float scale) : scale_(scale) {
  for (unsigned point = 0x20; point < 0x7f; ++point) glyphs_.insert(point);
  need(kOwnGlyphs);
}

float Fonts::line_height(Face face) const {
  const FaceFont& one = kFaces[static_cast<std::size_t>(face)];
  return std::round(one.em * one.ratio * scale_);
}

void Fonts::need(std::string_view text) {
  for (const unsigned point : codepoints(text)) {
    if (point >= 0x20 && point <= IM_UNICODE_CODEPOINT_MAX) {
      glyphs_missing_ |= glyphs_.insert(point).second;
    }
  }
}

void Fonts::load() {
  const bool first = fonts_[0] == nullptr;
  if (!glyphs_missing_ || (imgui::kLoadsGlyphsItself && !first)) return;
  glyphs_missing_ = false;
  ImFontGlyphRangesBuilder builder;
  for (const unsigned point : glyphs_) builder.AddChar(static_cast<ImWchar>(point));
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);

  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  for (std::size_t i = 0; i < kFaces.size(); ++i) {
    const float size = line_height(static_cast<Face>(i));
    add_font(kFaces[i].file, size, font_config(), ranges.Data);
    fonts_[i] = atlas.Fonts.back();
    if (kFaces[i].ratio == kMono) {  // Inter has what JetBrains Mono lacks, as the index letters.
      ImFontConfig merged = font_config();
      merged.MergeMode = true;
      add_font("assets/fonts/Inter-Regular.ttf", std::round(size * kInter / kMono), merged,
               ranges.Data);
    }
  }
  ImGui::GetIO().FontDefault = fonts_[0];
  if constexpr (!imgui::kLoadsGlyphsItself) atlas.Build();
  if (!first) imgui::upload_fonts();
}

}  // namespace attn::ui
