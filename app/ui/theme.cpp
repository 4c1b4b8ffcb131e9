#include "app/ui/theme.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/ui/shaped_text.h"
#include "app/ui/simple_text.h"

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

}  // namespace

const Palette& light_palette() { return kLight; }

Theme::Theme(float scale)
    : scale_(scale),
      fonts_(std::make_unique<Fonts>(scale)),
      shaped_(std::make_unique<ShapedText>(*fonts_)) {
  apply_style();
}

Theme::~Theme() = default;

void Theme::load_fonts() {
  fonts_->load();
  shaped_->frame_begins();
}

float Theme::px(float length) const { return std::round(length * scale_); }

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
  if (!is_simple(text)) return {theme.shaped().width(face, text), theme.line_height(face)};
  return theme.font(face)->CalcTextSizeA(theme.line_height(face), FLT_MAX, 0, text.data(),
                                         text.data() + text.size());
}

float draw_text(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                std::string_view text) {
  // Glyphs are sharp only where they start on a whole pixel.
  const ImVec2 snapped(std::round(at.x), std::round(at.y));
  if (!is_simple(text)) {
    theme.shaped().draw(list, face, snapped, color, text);
    return snapped.x + theme.shaped().width(face, text);
  }
  theme.need_glyphs(text);
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
