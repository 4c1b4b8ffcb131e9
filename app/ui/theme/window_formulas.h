#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/math/set_formula.h"
#include "app/gl/base/gl_object.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/theme/palette.h"
#include "app/ui/theme/text_log.h"

namespace attn::ui {

/// Formulas of the window: set as in figures, and kept for as long as they are on the screen. Their
/// glyphs share a texture, so that numbers that change cost nothing new.
class WindowFormulas {
 public:
  /// What it draws is noted in `texts`.
  explicit WindowFormulas(TextLog& texts) : texts_(texts) {}

  /// `tex`, which is a formula of ours, in a style in pixels; what is wrong with one that is not is
  /// set as words.
  const SetFormula& set(std::string_view tex, const FormulaStyle& style);
  /// Draws it with its upper left corner at `at`, in these colours.
  void draw(ImDrawList* list, ImVec2 at, std::string_view tex, const FormulaStyle& style,
            const Palette& palette);

  /// How often textures were freed so far: from then on others can have their names. What is drawn
  /// does not change when a glyph comes into the empty part of one.
  std::size_t textures_freed() const { return freed_; }

  /// Frees what was not used for a while, where it is much. Needs the OpenGL context.
  void frame_begins();

 private:
  struct FormulaKey {
    std::string tex;
    double size, width, bar;
    bool display;
    auto operator<=>(const FormulaKey&) const = default;
  };
  /// A glyph of a size, beginning so many quarters behind a whole pixel.
  struct GlyphKey {
    Glyph glyph;
    double size;
    int quarters;
    auto operator<=>(const GlyphKey&) const = default;
  };
  /// Where it is in a texture, and from its place on the screen.
  struct GlyphPicture {
    unsigned texture = 0;
    ImVec2 from, to;
    float left = 0, top = 0, width = 0, height = 0;
  };
  struct Kept {
    SetFormula formula{};
    std::uint64_t used = 0;                       ///< in this frame
    std::vector<const GlyphPicture*> pictures{};  ///< of its signs, once they were drawn
  };
  Kept& kept(std::string_view tex, const FormulaStyle& style);
  const GlyphPicture& place(const GlyphKey& key);
  const std::vector<const GlyphPicture*>& pictures_of(Kept& one);

  TextLog& texts_;
  std::map<FormulaKey, Kept> kept_;
  std::uint64_t frame_ = 0;
  std::map<GlyphKey, GlyphPicture> places_;
  std::vector<gl::TextureObject> atlases_;
  int row_x_ = 0, row_y_ = 0,
      row_height_ = 0;  // of the row of glyphs in the last that is filled now
  std::size_t freed_ = 0;
};

}  // namespace attn::ui
