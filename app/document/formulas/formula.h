#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/math_signs.h"

namespace attn {

/// What a part of a formula is about, which says its colour.
enum class MathInk { text, query, key, value, faint };

/// A part of a formula.
struct MathNode {
  enum class Kind {
    row,       ///< its parts one after another
    sign,      ///< one character
    words,     ///< several, upright, as of a function's name
    scripts,   ///< a base, what is below, what is above; either may be an empty row
    fraction,  ///< above, below
    root,      ///< of what, which one; the latter may be an empty row
    fenced,    ///< a row between two signs as high as it is
    matrix,    ///< `columns` cells for each row
    accent,    ///< `sign` above its part
    term,      ///< a row that stands for `text`
    inked,     ///< a row in `ink`
    result,    ///< a row on a ground of its own: what comes out
    space,     ///< `length` ems
  };
  Kind kind = Kind::row;
  MathClass role = MathClass::ordinary;
  char32_t sign = 0;        ///< also the opening one of a fence; 0: none
  char32_t closing = 0;     ///< of a fence
  bool has_limits = false;  ///< scripts stand below and above where there is room
  std::string text{};       ///< words, or what a term stands for
  MathInk ink = MathInk::text;
  double length = 0;
  std::size_t columns = 0;
  std::vector<MathNode> parts{};
};

/// What is wrong with a formula, and at which of its bytes.
class FormulaError : public std::runtime_error {
 public:
  FormulaError(const std::string& what, std::size_t at) : std::runtime_error(what), at_(at) {}
  std::size_t at() const { return at_; }

 private:
  std::size_t at_;
};

/// Reads a formula in a small part of TeX:
///   x_{ij}^2   \frac{a}{b}   \sqrt[3]{x}   \sum_{m=1}^{L}   \left( … \right)   \hat{y}
///   \mathbf{q}   \mathrm{d}   \text{row of}   \operatorname{softmax}   \exp … \max
///   \begin{bmatrix} a & b \\ c & d \end{bmatrix} (also pmatrix, matrix)   \, \; \quad
///   Greek letters, relations, arrows and operators, by TeX's names or as characters
/// and of our own
///   \term{score}{…}: what stands for the term "score"
///   \query{…} \key{…} \value{…} \faint{…}: in that colour
///   \result{…}: on a ground of its own.
/// Throws FormulaError for all else; at most kLongestFormula bytes, kDeepestFormula braces deep.
MathNode read_formula(std::string_view tex);
inline constexpr std::size_t kLongestFormula = 4096;
inline constexpr int kDeepestFormula = 24;

/// What each part of a row is where it stands: "−" before a number is a sign, not an operation.
std::vector<MathClass> classes_of(std::span<const MathNode> parts);

}  // namespace attn
