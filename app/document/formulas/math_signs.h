#pragma once

#include <string_view>

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

}  // namespace attn
