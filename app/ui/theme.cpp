#include "app/ui/theme.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "assets/assets.h"

namespace attn::ui {
namespace {

constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

constexpr Palette kLight = {
    .window = rgb(0xeef0f5),
    .panel = rgb(0xffffff),
    .hairline = rgb(0xdcdfe8),
    .text = rgb(0x2b2e3f),
    .secondary = rgb(0x6a6f86),
    .faint = rgb(0x8a8fa3),
    .query = rgb(0x3b4bd8),
    .key = rgb(0xd1492f),
    .good = rgb(0x1d7a44),
    .good_back = rgb(0xe6f5eb),
    .warning = rgb(0xb07b10),
    .field = rgb(0xf6f7fb),
    .hover = rgb(0xeceffb),
    .on_accent = rgb(0xffffff),
};

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

const Palette& light_palette() { return kLight; }

Theme::Theme(float scale) : scale_(scale) {
  for (unsigned point = 0x20; point < 0x7f; ++point) glyphs_.insert(point);
  need_glyphs(kOwnGlyphs);
  apply_style();
}

float Theme::px(float length) const { return std::round(length * scale_); }

float Theme::line_height(Face face) const {
  const FaceFont& one = kFaces[static_cast<std::size_t>(face)];
  return std::round(one.em * one.ratio * scale_);
}

void Theme::need_glyphs(std::string_view text) {
  for (const unsigned point : codepoints(text)) {
    if (point >= 0x20 && point <= IM_UNICODE_CODEPOINT_MAX) {
      glyphs_missing_ |= glyphs_.insert(point).second;
    }
  }
}

void Theme::load_fonts() {
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

void Theme::apply_style() const {
  ImGuiStyle style;
  const Palette& palette = colors();
  const auto set = [&](ImGuiCol which, ImU32 color) {
    style.Colors[which] = ImGui::ColorConvertU32ToFloat4(color);
  };
  ImGui::StyleColorsLight(&style);
  set(ImGuiCol_Text, palette.text);
  set(ImGuiCol_TextDisabled, palette.faint);
  set(ImGuiCol_TextSelectedBg, with_alpha(palette.query, 0.2F));
  set(ImGuiCol_WindowBg, palette.window);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, palette.panel);
  set(ImGuiCol_Border, palette.hairline);
  set(ImGuiCol_FrameBg, palette.panel);
  set(ImGuiCol_FrameBgHovered, palette.panel);
  set(ImGuiCol_FrameBgActive, palette.panel);
  set(ImGuiCol_MenuBarBg, palette.panel);
  set(ImGuiCol_Header, palette.hover);
  set(ImGuiCol_HeaderHovered, palette.hover);
  set(ImGuiCol_HeaderActive, palette.hover);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, palette.hairline);
  set(ImGuiCol_ScrollbarGrabHovered, palette.faint);
  set(ImGuiCol_ScrollbarGrabActive, palette.secondary);
  style.WindowRounding = 0;
  style.WindowBorderSize = 0;
  style.ChildRounding = 6;
  style.PopupRounding = 6;
  style.FrameRounding = 5;
  style.FrameBorderSize = 1;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.WindowPadding = {0, 0};
  style.FramePadding = {8, 6};
  style.ItemSpacing = {12, 8};
  style.AntiAliasedLinesUseTex = true;
  style.ScaleAllSizes(scale_);
  style.FrameBorderSize = 1;
  ImGui::GetStyle() = style;
}

ImVec2 text_size(const Theme& theme, Face face, std::string_view text) {
  return theme.font(face)->CalcTextSizeA(theme.line_height(face), FLT_MAX, 0, text.data(),
                                         text.data() + text.size());
}

float draw_text(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                std::string_view text) {
  // Glyphs are sharp only where they start on a whole pixel.
  const ImVec2 snapped(std::round(at.x), std::round(at.y));
  list->AddText(theme.font(face), theme.line_height(face), snapped, color, text.data(),
                text.data() + text.size());
  return snapped.x + text_size(theme, face, text).x;
}

ImU32 with_alpha(ImU32 color, float alpha) {
  ImVec4 channels = ImGui::ColorConvertU32ToFloat4(color);
  channels.w *= alpha;
  return ImGui::ColorConvertFloat4ToU32(channels);
}

ImU32 mix(ImU32 from, ImU32 to, float share) {
  const ImVec4 a = ImGui::ColorConvertU32ToFloat4(from);
  const ImVec4 b = ImGui::ColorConvertU32ToFloat4(to);
  const float t = std::clamp(share, 0.F, 1.F);
  return ImGui::ColorConvertFloat4ToU32(
      {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t});
}

}  // namespace attn::ui
