#pragma once

#include <limits>
#include <string>
#include <vector>

#include "app/document/formulas/formula.h"
#include "app/figure/math/glyph.h"
#include "app/figure/text/paint.h"
#include "app/figure/text/rect.h"

namespace attn {

/// How large a formula is beside words, by their em: letters are of one height then.
inline constexpr double kFormulaShare = 1.125;

/// How a formula is set. Lengths are units.
struct FormulaStyle {
  double size = 18;     ///< of an em
  bool display = true;  ///< on a line of its own: fractions and sums are large
  double width = std::numeric_limits<double>::infinity();  ///< broken where it would be longer
  double bar = 1;  ///< how thick lines are, at whole multiples of which they stand
};

/// A formula in its place: from the upper left corner of its first line, y downwards.
struct SetFormula {
  struct Sign {
    Glyph glyph;
    Point at;  ///< on its baseline
    double size;
    Ink ink;
  };
  struct MathRule {
    Rect rect;
    Ink ink;
  };
  /// A part that stands for something. One that has others inside of it comes after them.
  struct Term {
    std::string stands_for;
    Rect box;
  };
  double width = 0, height = 0;
  double baseline = 0;  ///< of the first line
  double axis = 0;      ///< what fractions and arrows of the first line are centred by
  std::vector<Sign> signs{};
  std::vector<MathRule> bars{};
  std::vector<Term> terms{};
  std::vector<Rect> grounds{};  ///< of results, below all else
};

/// Sets a formula by the measures of its font (Knuth, The TeXbook, appendix G, as OpenType's MATH
/// table has them). One that is too wide is broken before arrows and at spaces of an em or more,
/// else before relations, never inside of a part; what has no such place stays wider.
SetFormula set_formula(const MathNode& formula, const FormulaStyle& style);

}  // namespace attn
