#include "app/ui/theme/theme.h"

#include <cmath>

#include "app/figure/text/visible_text.h"
#include "app/session/measures/content_scale.h"
#include "app/ui/theme/fonts.h"
#include "app/ui/theme/shaped_text.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

constexpr float kPresentedWidth = 1280, kPresentedHeight = 800;  // until the window's size is known

}  // namespace

float scale_of(float type_scale, Appearance appearance) {
  return appearance.presenting ? presenting_scale(kPresentedWidth, kPresentedHeight) : type_scale;
}

Theme::Theme(float type_scale, Appearance appearance, std::unique_ptr<Fonts> fonts)
    : wanted_scale_(scale_of(type_scale, appearance)),
      appearance_(appearance),
      wanted_(appearance),
      palette_(palette_of(appearance)),
      scale_(wanted_scale_),
      fonts_(std::move(fonts)),
      shaped_(std::make_unique<ShapedText>(*fonts_)),
      formulas_(std::make_unique<WindowFormulas>(texts_)) {
  if (fonts_->scale() != scale_) fonts_->set_scale(scale_);
  apply_style();
}

Theme::~Theme() = default;

void Theme::fit(float type_scale, float width, float height, bool shares) {
  wanted_scale_ = wanted_.presenting ? presenting_scale(width, height, shares)
                                     : fitting_scale(type_scale, width, height);
}

void Theme::begin_frame() {
  if (wanted_ != appearance_ || wanted_scale_ != scale_) {
    appearance_ = wanted_;
    scale_ = wanted_scale_;
    palette_ = palette_of(appearance_);
    fonts_->set_scale(scale_);
    freed_ += 1 + shaped_->textures_freed() + formulas_->textures_freed();
    shaped_ = std::make_unique<ShapedText>(*fonts_);
    formulas_ = std::make_unique<WindowFormulas>(texts_);
    apply_style();
  }
  texts_.begin_frame();
  fonts_->load();
  imgui::set_default_font(fonts_->font(Face::kBody), line_height(Face::kBody));
  shaped_->frame_begins();
  formulas_->frame_begins();
}

void Theme::set_dim(bool is_dim) {
  palette_ = palette_of(appearance_);
  if (is_dim) palette_ = dimmed(palette_, ImGui::GetStyle().DisabledAlpha);
}

float Theme::px(float length) const { return std::round(length * scale_); }

void Theme::apply_style() const {
  ImGuiStyle style;
  const Palette& palette = colors();
  const auto set = [&](ImGuiCol which, ImU32 color) {
    style.Colors[which] = ImGui::ColorConvertU32ToFloat4(color);
  };
  appearance_.dark ? ImGui::StyleColorsDark(&style) : ImGui::StyleColorsLight(&style);
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

std::pair<std::size_t, std::size_t> Theme::texture_changes() const {
  return {fonts_->loads(), freed_ + shaped_->textures_freed() + formulas_->textures_freed()};
}

ImVec2 text_size(const Theme& theme, Face face, std::string_view text) {
  // An empty string view may be null, and ImGui would call strlen.
  if (text.empty()) return {0, theme.line_height(face)};
  if (!is_simple(text)) return {theme.shaped().width(face, text), theme.line_height(face)};
  return theme.font(face)->CalcTextSizeA(theme.line_height(face), FLT_MAX, 0, text.data(),
                                         text.data() + text.size());
}

std::string shortened(const Theme& theme, Face face, std::string_view text, float width) {
  if (text_size(theme, face, text).x <= width) return std::string(text);
  if (const std::string_view mark = mark_among_equals(text); !mark.empty()) {
    std::string cut = shortened(theme, face, text.substr(0, text.size() - mark.size()),
                                width - text_size(theme, face, mark).x);
    return cut.empty() ? "" : cut.append(mark);
  }
  if (!is_simple(text)) {
    std::string cut = theme.shaped().shortened(face, text, width);
    if (text_size(theme, face, cut).x <= width) return cut;
    // Without the letters that had to be shaped, ImGui sets the rest, a little wider.
    return is_simple(cut) ? shortened(theme, face, cut, width) : "";
  }
  return cut_to_fit(text,
                    [&](std::string_view cut) { return text_size(theme, face, cut).x <= width; });
}

/// Glyphs are sharp only on whole pixels.
static ImVec2 snapped(ImVec2 at) { return {std::round(at.x), std::round(at.y)}; }

void draw_text_of_size(const Theme& theme, Face face, ImVec2 at, ImVec2 size, ImU32 color,
                       std::string_view text) {
  if (text.empty()) return;
  const ImVec2 corner = snapped(at);
  theme.texts().add(text, corner, {corner.x + size.x, corner.y + size.y});
  if (!is_simple(text)) return theme.shaped().draw(face, corner, color, text);
  theme.need_glyphs(text);
  imgui::list()->AddText(theme.font(face), theme.line_height(face), corner, color, text.data(),
                         text.data() + text.size());
}

float draw_text(const Theme& theme, Face face, ImVec2 at, ImU32 color, std::string_view text) {
  const ImVec2 size = text_size(theme, face, text);
  draw_text_of_size(theme, face, at, size, color, text);
  return snapped(at).x + size.x;
}

}  // namespace attn::ui
