#pragma once

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/formula.h"
#include "app/figure/math/glyph.h"
#include "app/figure/text/paint.h"

namespace attn {

/// Size of a formula relative to text, by em: letters then have equal heights.
inline constexpr double kFormulaShare = 1.125;

/// Style of a formula. Lengths are in units.
struct FormulaStyle {
  double size = 18;     ///< size of an em
  bool display = true;  ///< display style: fractions and sums are large
  double width = std::numeric_limits<double>::infinity();  ///< longer formulas are broken
  double bar = 1;  ///< thickness of lines, which are aligned to multiples of it
};

/// Laid out formula: coordinates from the upper left corner of its first line, y downwards.
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
  /// Box of a term. Enclosing terms come after those inside.
  struct Term {
    std::string stands_for;
    Rect box;
  };
  double width = 0, height = 0;
  double baseline = 0;  ///< of the first line
  double axis = 0;      ///< height of the axis of the first line, which fractions and arrows are
                        ///< centred on
  std::vector<Sign> signs{};
  std::vector<MathRule> bars{};
  std::vector<Term> terms{};
  std::vector<Rect> grounds{};  ///< backgrounds of results, below all other parts
};

/// Lays out a formula by the measures of its font (Knuth, The TeXbook, appendix G, with OpenType's
/// MATH table). A formula that is too wide is broken before arrows and at spaces of an em or more,
/// else before relations, never inside a part; if there is no such place, it stays too wide.
SetFormula set_formula(const MathNode& formula, const FormulaStyle& style);

/// Parses `tex`; on error returns the message as text.
MathNode formula_or_problem(std::string_view tex);

/// Lays out `tex` in `style`, cached per calling thread until many other formulas were laid out.
/// Parsed by formula_or_problem().
std::shared_ptr<const SetFormula> known_formula(std::string_view tex, const FormulaStyle& style);

}  // namespace attn
