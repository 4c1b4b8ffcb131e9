#pragma once

#include <map>
#include <vector>

#include <hb-ot.h>
#include <hb.h>

#include "app/figure/canvas/outline.h"
#include "app/figure/math/glyph.h"

namespace attn {

/// How far a glyph reaches, in ems: `height` above the baseline and `depth` below it are of its
/// ink.
struct GlyphMetrics {
  double width = 0, height = 0, depth = 0;
  double italic = 0;  ///< what a superscript stands further to the right for its slant
  double accent = 0;  ///< where the middle of an accent above it stands
};

/// Glyphs that are one sign: their baselines are so far below that of the sign, in ems.
struct TallGlyph {
  struct Piece {
    Glyph glyph;
    double below;
  };
  std::vector<Piece> pieces;
  double width = 0, height = 0, depth = 0;
};

/// The font that formulas are set in, with the measures of its MATH table (OpenType 1.9, chapter
/// "MATH"). Lengths are ems. To be used in the thread that asked for it.
class MathFont {
 public:
  MathFont();
  MathFont(const MathFont&) = delete;
  MathFont& operator=(const MathFont&) = delete;
  ~MathFont();

  /// 0 where the font has none.
  Glyph glyph(char32_t character) const;
  const GlyphMetrics& metrics(Glyph glyph) const;
  /// As a length of ems; not for percentages.
  double constant(hb_ot_math_constant_t which) const;
  /// The smallest form of a sign that is at least so high in all, else the highest.
  TallGlyph stretched(Glyph glyph, double least) const;
  /// The smallest form of an operator for formulas on lines of their own.
  Glyph large_operator(Glyph glyph) const;
  /// y downwards from the baseline.
  const Outline& outline(Glyph glyph) const;

 private:
  double ems(hb_position_t length) const;

  hb_face_t* face_;
  hb_font_t* font_;
  mutable std::map<Glyph, GlyphMetrics> metrics_;
  mutable std::map<Glyph, Outline> outlines_;
};

/// The calling thread's.
const MathFont& math_font();

}  // namespace attn
