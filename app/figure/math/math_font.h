#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "app/figure/canvas/canvas.h"
#include "app/figure/math/glyph.h"

// HarfBuzz's font and its file, which only app/paint knows.
struct hb_face_t;
struct hb_font_t;

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

/// Lengths of the MATH table, by their places in its MathConstants.
enum class MathConstant {
  display_operator_min_height = 3,
  axis_height = 5,
  accent_base_height = 6,
  subscript_shift_down = 8,
  subscript_top_max = 9,
  subscript_baseline_drop_min = 10,
  superscript_shift_up = 11,
  superscript_bottom_min = 13,
  superscript_baseline_drop_max = 14,
  sub_superscript_gap_min = 15,
  superscript_bottom_max_with_subscript = 16,
  space_after_script = 17,
  upper_limit_gap_min = 18,
  upper_limit_baseline_rise_min = 19,
  lower_limit_gap_min = 20,
  lower_limit_baseline_drop_min = 21,
  fraction_numerator_shift_up = 32,
  fraction_numerator_display_style_shift_up = 33,
  fraction_denominator_shift_down = 34,
  fraction_denominator_display_style_shift_down = 35,
  fraction_numerator_gap_min = 36,
  fraction_num_display_style_gap_min = 37,
  fraction_rule_thickness = 38,
  fraction_denominator_gap_min = 39,
  fraction_denom_display_style_gap_min = 40,
  radical_vertical_gap = 49,
  radical_display_style_vertical_gap = 50,
  radical_rule_thickness = 51,
  radical_extra_ascender = 52,
  radical_kern_before_degree = 53,
  radical_kern_after_degree = 54,
};

/// The formula font with its MATH table (OpenType 1.9, chapter "MATH"). Lengths are in ems. Not
/// thread-safe: use it in the thread that requested it. Defined in app/paint.
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
  double constant(MathConstant which) const;
  /// Smallest variant of a sign with total height at least `least`, else the highest.
  TallGlyph stretched(Glyph glyph, double least) const;
  /// Smallest variant of an operator for display style.
  Glyph large_operator(Glyph glyph) const;
  /// y points down from the baseline.
  const Outline& outline(Glyph glyph) const;

 private:
  double ems(std::int32_t length) const;

  hb_face_t* face_;
  hb_font_t* font_;
  mutable std::map<Glyph, GlyphMetrics> metrics_;
  mutable std::map<Glyph, Outline> outlines_;
};

/// The font of the calling thread.
const MathFont& math_font();

}  // namespace attn
