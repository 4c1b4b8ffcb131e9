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

/// Cache of formulas in the window, set as in figures and kept while visible. Glyphs share an atlas
/// texture, so changing numbers needs no new textures.
class WindowFormulas {
 public:
  /// Records drawn formulas in `texts`.
  explicit WindowFormulas(TextLog& texts) : texts_(texts) {}

  /// Layout of `tex` in a style in pixels. If `tex` is invalid, the error message is set as text.
  const SetFormula& set(std::string_view tex, const FormulaStyle& style);
  /// Draws the formula with its upper left corner at `at`.
  void draw(ImVec2 at, std::string_view tex, const FormulaStyle& style, const Palette& palette);

  /// Number of freed textures: afterwards new textures may reuse their names. Adding a glyph to an
  /// atlas does not change what is drawn.
  std::size_t textures_freed() const { return freed_; }

  /// Frees entries not used for some time if the cache is large. Needs the OpenGL context.
  void frame_begins();

 private:
  struct FormulaKey {
    std::string tex;
    double size, width, bar;
    bool display;
    auto operator<=>(const FormulaKey&) const = default;
  };
  /// Glyph at a size and subpixel position (quarter pixels).
  struct GlyphKey {
    Glyph glyph;
    double size;
    int quarters;
    auto operator<=>(const GlyphKey&) const = default;
  };
  /// Position in an atlas, and offset on the screen.
  struct GlyphPicture {
    unsigned texture = 0;
    ImVec2 from, to;
    float left = 0, top = 0, width = 0, height = 0;
  };
  struct Kept {
    SetFormula formula{};
    std::uint64_t used = 0;                       ///< last frame of use
    std::vector<const GlyphPicture*> pictures{};  ///< glyphs of its signs, filled by the first
                                                  ///< drawing
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
      row_height_ = 0;  // height of the current row in the last atlas
  std::size_t freed_ = 0;
};

}  // namespace attn::ui
