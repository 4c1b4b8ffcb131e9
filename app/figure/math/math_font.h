#pragma once

#include <map>
#include <vector>

#include <hb-ot.h>
#include <hb.h>

#include "app/figure/canvas/canvas.h"
#include "app/figure/math/glyph.h"

namespace attn {

/// Extent of a glyph's ink, in ems: `height` above and `depth` below the baseline.
struct GlyphMetrics {
  double width = 0, height = 0, depth = 0;
  double italic = 0;  ///< offset of a superscript for slanted glyphs (italic correction)
  double accent = 0;  ///< centre of an accent above the glyph
};

/// Glyphs that form one sign, each with the offset of its baseline below the sign's, in ems.
struct TallGlyph {
  struct Piece {
    Glyph glyph;
    double below;
  };
  std::vector<Piece> pieces;
  double width = 0, height = 0, depth = 0;
};

/// The formula font with its MATH table (OpenType 1.9, chapter "MATH"). Lengths are in ems. Not
/// thread-safe: use it in the thread that requested it.
class MathFont {
 public:
  MathFont();
  MathFont(const MathFont&) = delete;
  MathFont& operator=(const MathFont&) = delete;
  ~MathFont();

  /// Glyph of a character; 0 if the font lacks it.
  Glyph glyph(char32_t character) const;
  const GlyphMetrics& metrics(Glyph glyph) const;
  /// A length, in ems; not for percentages.
  double constant(hb_ot_math_constant_t which) const;
  /// Smallest variant of a sign with total height at least `least`, else the highest.
  TallGlyph stretched(Glyph glyph, double least) const;
  /// Smallest variant of an operator for display style.
  Glyph large_operator(Glyph glyph) const;
  /// y points down from the baseline.
  const Outline& outline(Glyph glyph) const;

 private:
  double ems(hb_position_t length) const;

  hb_face_t* face_;
  hb_font_t* font_;
  mutable std::map<Glyph, GlyphMetrics> metrics_;
  mutable std::map<Glyph, Outline> outlines_;
};

/// The font of the calling thread.
const MathFont& math_font();

}  // namespace attn
