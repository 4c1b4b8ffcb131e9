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

/// Pixels of the screen for one of the design, before the window's size is known.
float scale_of(float content_scale, Appearance appearance);

/// Colours, type and measures at one content scale.
class Theme {
 public:
  /// The content scale is the screen's; a window that is too small for it gets a smaller one.
  /// Puts the style into the current ImGui context. Call begin_frame before the first frame.
  Theme(float content_scale, Appearance appearance, std::unique_ptr<Fonts> fonts);
  ~Theme();

  const Palette& colors() const { return palette_; }
  /// Whether they are those of what can't be changed now, as ImGui draws what is disabled.
  void set_dim(bool is_dim);
  /// Pixels of the screen for one of the design.
  float scale() const { return scale_; }

  const Appearance& appearance() const { return appearance_; }
  /// `map` as it is on the panels.
  const Colormap& colors_of(const Colormap& map) const {
    return on_ground(map, appearance_.dark ? Ground::dark : Ground::light);
  }
  /// How the window looks from the next frame on.
  void set_appearance(Appearance appearance) { wanted_ = appearance; }
  /// The size of the window from the next frame on, in pixels, and whether the view shares it
  /// (presenting_scale).
  void fit(float width, float height, bool shares = false);

  /// A length of the design (in pixels at scale 1) in pixels of the screen, whole.
  float px(float length) const;

  ImFont* font(Face face) const { return fonts_->font(face); }
  /// The size that ImGui sets `face` at, in pixels: the height of a line.
  float line_height(Face face) const { return fonts_->line_height(face); }

  /// How far below a line's upper edge its baseline is, and the em, in pixels.
  float baseline(Face face) const { return fonts_->baseline(face); }
  double em(Face face) const { return fonts_->style(face).size; }

  /// Makes sure that the characters of `text` can be drawn, from the next frame on.
  void need_glyphs(std::string_view text) const { fonts_->need(text); }
  void need_glyphs(const Scene& scene) const { ui::need_glyphs(*fonts_, scene); }
  /// What sets the texts that ImGui can't.
  ShapedText& shaped() const { return *shaped_; }
  WindowFormulas& formulas() const { return *formulas_; }
  /// What was drawn in this frame.
  TextLog& texts() const { return texts_; }
  /// Counts of changes to the pixels of the fonts' texture, and of how often textures of texts and
  /// formulas were freed: others can have their names.
  std::pair<std::size_t, std::size_t> texture_changes() const;
  /// Takes over what was asked for: another appearance, characters that the fonts lack. Between
  /// frames only.
  void begin_frame();

 private:
  void apply_style() const;

  float screen_scale_, wanted_scale_;
  Appearance appearance_, wanted_;
  Palette palette_;
  float scale_;
  // What is loaded of them grows while a frame is drawn, which changes nothing of the theme.
  std::unique_ptr<Fonts> fonts_;
  std::unique_ptr<ShapedText> shaped_;
  std::unique_ptr<WindowFormulas> formulas_;
  std::size_t freed_ = 0;  ///< of those that were before a change of the appearance
  mutable TextLog texts_;
};

/// Into presenter mode, or out of it.
inline void toggle_presenting(Theme& theme) {
  Appearance appearance = theme.appearance();
  appearance.presenting = !appearance.presenting;
  theme.set_appearance(appearance);
}

/// The width and height of one line of `text`.
ImVec2 text_size(const Theme& theme, Face face, std::string_view text);

/// `text` shortened with … to at most `width` pixels.
std::string shortened(const Theme& theme, Face face, std::string_view text, float width);

/// Draws one line of `text` of this size, which text_size() said, with its top left corner at `at`.
void draw_text_of_size(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImVec2 size,
                       ImU32 color, std::string_view text);

/// Draws one line of `text` with its top left corner at `at`; answers where it ends.
float draw_text(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                std::string_view text);

}  // namespace attn::ui
