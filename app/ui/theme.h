#pragma once

#include <memory>
#include <string_view>

#include "app/ui/fonts.h"
#include "app/ui/imgui.h"

namespace attn::ui {

class ShapedText;

/// The colours of the window. The query is always the accent, the key always the red.
struct Palette {
  ImU32 window, panel, hairline;
  ImU32 text, secondary, faint;
  ImU32 query, key;
  ImU32 good, good_back, warning;
  ImU32 field;      ///< behind numbers and formulas
  ImU32 hover;      ///< behind what the mouse is over
  ImU32 on_accent;  ///< text on the accent
};

const Palette& light_palette();

/// Colours, type and measures at one content scale.
class Theme {
 public:
  /// Puts the style into the current ImGui context. Call load_fonts before the first frame.
  explicit Theme(float scale);
  ~Theme();

  const Palette& colors() const { return light_palette(); }
  float scale() const { return scale_; }

  /// A length of the design (in pixels at scale 1) in pixels of the screen, whole.
  float px(float length) const;

  ImFont* font(Face face) const { return fonts_->font(face); }
  /// The size that ImGui sets `face` at, in pixels: the height of a line.
  float line_height(Face face) const { return fonts_->line_height(face); }

  /// Makes sure that the characters of `text` can be drawn, from the next frame on.
  void need_glyphs(std::string_view text) const { fonts_->need(text); }
  /// Loads the fonts anew where a character is wanted that they lack. Between frames only.
  void load_fonts();
  /// What sets the texts that ImGui can't.
  ShapedText& shaped() const { return *shaped_; }

 private:
  void apply_style() const;

  float scale_;
  // What is loaded of them grows while a frame is drawn, which changes nothing of the theme.
  std::unique_ptr<Fonts> fonts_;
  std::unique_ptr<ShapedText> shaped_;
};

/// The width and height of one line of `text`.
ImVec2 text_size(const Theme& theme, Face face, std::string_view text);

/// Draws one line of `text` with its top left corner at `at`; answers where it ends.
float draw_text(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                std::string_view text);

/// `color` at a share of its opacity, or on the way to another.
ImU32 with_alpha(ImU32 color, float alpha);
ImU32 mix(ImU32 from, ImU32 to, float share);

}  // namespace attn::ui
