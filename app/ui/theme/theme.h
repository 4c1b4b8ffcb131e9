#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "app/ui/theme/fonts.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/theme/palette.h"
#include "app/ui/theme/text_log.h"
#include "engine/color/colormap.h"

namespace attn::ui {

class ShapedText;
class WindowFormulas;

/// Screen pixels per design pixel, before the window's size is known, with the wanted scale of
/// type.
float scale_of(float type_scale, Appearance appearance);

/// Colours, fonts and measures at one scale.
class Theme {
 public:
  /// Small windows use a smaller scale than the wanted one. Applies the style to the current ImGui
  /// context. Call begin_frame before the first frame.
  Theme(float type_scale, Appearance appearance, std::unique_ptr<Fonts> fonts);
  ~Theme();

  const Palette& colors() const { return palette_; }
  /// Enables the colours of disabled controls, as in ImGui.
  void set_dim(bool is_dim);
  /// Screen pixels per design pixel.
  float scale() const { return scale_; }

  const Appearance& appearance() const { return appearance_; }
  /// `map` adapted to the panels' background.
  const Colormap& colors_of(const Colormap& map) const {
    return on_ground(map, appearance_.dark ? Ground::dark : Ground::light);
  }
  /// Sets the appearance from the next frame on.
  void set_appearance(Appearance appearance) { wanted_ = appearance; }
  /// Sets the wanted scale of type, the window's size in pixels, and whether the view shares it
  /// (presenting_scale), from the next frame on.
  void fit(float type_scale, float width, float height, bool shares);

  /// Converts design pixels (scale 1) to screen pixels, rounded.
  float px(float length) const;

  ImFont* font(Face face) const { return fonts_->font(face); }
  /// ImGui's font size of `face` in pixels: the line height.
  float line_height(Face face) const { return fonts_->line_height(face); }

  /// Distance in pixels from a line's upper edge to its baseline, and the em.
  float baseline(Face face) const { return fonts_->baseline(face); }
  double em(Face face) const { return fonts_->style(face).size; }
  LineStyle line_style(Face face) const { return fonts_->style(face); }

  /// Requests the characters of `text`, available from the next frame on.
  void need_glyphs(std::string_view text) const { fonts_->need(text); }
  void need_glyphs(const Scene& scene) const { ui::need_glyphs(*fonts_, scene); }
  /// Says once which scripts of these characters no font has; empty: none.
  std::string take_missing_fonts() { return fonts_->take_missing_words(); }
  /// Cache of texts that ImGui cannot set.
  ShapedText& shaped() const { return *shaped_; }
  WindowFormulas& formulas() const { return *formulas_; }
  /// Texts drawn in this frame.
  TextLog& texts() const { return texts_; }
  /// Change counters: pixels of the fonts' texture, and freed textures of texts and formulas, whose
  /// names may be reused.
  std::pair<std::size_t, std::size_t> texture_changes() const;
  /// Applies requested changes: appearance, missing characters. Call only between frames.
  void begin_frame();

 private:
  void apply_style() const;

  float wanted_scale_;
  Appearance appearance_, wanted_;
  Palette palette_;
  float scale_;
  // Loads more glyphs during a frame, which does not change the theme: mutable.
  std::unique_ptr<Fonts> fonts_;
  std::unique_ptr<ShapedText> shaped_;
  std::unique_ptr<WindowFormulas> formulas_;
  std::size_t freed_ = 0;  ///< freed textures of caches before a change of appearance
  mutable TextLog texts_;
};

/// Size of one line of `text`.
ImVec2 text_size(const Theme& theme, Face face, std::string_view text);

/// `text` shortened with … to `width` pixels.
std::string shortened(const Theme& theme, Face face, std::string_view text, float width);

/// Draws one line of `text` with its size from text_size(), upper left corner at `at`.
void draw_text_of_size(const Theme& theme, Face face, ImVec2 at, ImVec2 size, ImU32 color,
                       std::string_view text);

/// Draws one line of `text` with its upper left corner at `at`; returns its right end.
float draw_text(const Theme& theme, Face face, ImVec2 at, ImU32 color, std::string_view text);

}  // namespace attn::ui
