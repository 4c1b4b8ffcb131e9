#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Class of a sign in a formula, which determines the spacing (Knuth, The TeXbook, chapter 18).
enum class MathClass {
  ordinary,
  operation,
  binary,
  relation,
  opening,
  closing,
  punctuation,
  inner
};

/// Sign with a name in TeX.
struct MathSign {
  std::string_view name;  ///< "alpha"
  char32_t sign;
  MathClass role = MathClass::ordinary;
  bool has_limits = false;
};

/// Null for unknown names.
const MathSign* find_math_sign(std::string_view name);
const MathSign* find_math_sign(char32_t sign);

/// Function name, such as "max", and the place of its subscript.
struct MathFunction {
  std::string_view name;
  bool has_limits = false;
};
const MathFunction* find_math_function(std::string_view name);

/// Style of letters.
enum class MathLetters { italic, upright, bold };

/// Character of a letter or digit in that style: 𝑞, q, 𝐪. Others are unchanged.
char32_t math_letter(char32_t letter, MathLetters form);
/// The inverse: q for 𝑞, q and 𝐪.
char32_t plain_letter(char32_t sign);

/// Meaning of a part of a formula, which determines its colour.
enum class MathInk { text, query, key, value, faint };

/// Node of a formula's syntax tree.
struct MathNode {
  enum class Kind {
    row,       ///< parts in sequence
    sign,      ///< one character
    words,     ///< several upright characters, as in a function's name
    scripts,   ///< base, subscript, superscript; the last two may be empty rows
    fraction,  ///< numerator, denominator
    root,      ///< radicand, degree; the latter may be an empty row
    fenced,    ///< row between two stretched delimiters
    matrix,    ///< `columns` cells per row
    accent,    ///< `sign` above its part
    term,      ///< row that refers to `text`
    inked,     ///< row in `ink`
    result,    ///< row on a background: a result
    space,     ///< `length` ems
  };
  Kind kind = Kind::row;
  MathClass role = MathClass::ordinary;
  char32_t sign = 0;        ///< also the opening delimiter; 0: none
  char32_t closing = 0;     ///< closing delimiter
  bool has_limits = false;  ///< scripts are placed below and above if they fit
  std::string text{};       ///< words, or the referred term
  MathInk ink = MathInk::text;
  double length = 0;
  std::size_t columns = 0;
  std::vector<MathNode> parts{};
};

/// Syntax error in a formula, with the byte offset.
class FormulaError : public std::runtime_error {
 public:
  FormulaError(const std::string& what, std::size_t at) : std::runtime_error(what), at_(at) {}
  std::size_t at() const { return at_; }

 private:
  std::size_t at_;
};

/// Parses a formula in a small subset of TeX:
///   x_{ij}^2   \frac{a}{b}   \sqrt[3]{x}   \sum_{m=1}^{L}   \left( … \right)   \hat{y}
///   \mathbf{q}   \mathrm{d}   \text{row of}   \operatorname{softmax}   \exp … \max
///   \begin{bmatrix} a & b \\ c & d \end{bmatrix} (also pmatrix, matrix)   \, \; \quad
///   Greek letters, relations, arrows and operators, by TeX's names or as characters
/// with extensions
///   \term{score}{…}: refers to the term "score"
///   \query{…} \key{…} \value{…} \faint{…}: in that colour
///   \result{…}: on a background.
/// Throws FormulaError for everything else; at most kLongestFormula bytes, kDeepestFormula levels
/// of braces.
MathNode read_formula(std::string_view tex);
inline constexpr std::size_t kLongestFormula = 4096;
inline constexpr int kDeepestFormula = 24;

/// Classes of the parts of a row in context: "−" before a number is a sign, not a binary operator.
std::vector<MathClass> classes_of(std::span<const MathNode> parts);

}  // namespace attn
