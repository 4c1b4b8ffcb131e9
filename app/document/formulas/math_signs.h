#pragma once

#include <string_view>

namespace attn {

/// What a sign is in a formula: what stands between two of them depends on it (Knuth, The TeXbook,
/// chapter 18).
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

/// A sign that has a name in TeX.
struct MathSign {
  std::string_view name;  ///< "alpha"
  char32_t sign;
  MathClass role = MathClass::ordinary;
  bool has_limits = false;
};

/// Null where there is none.
const MathSign* find_math_sign(std::string_view name);
const MathSign* find_math_sign(char32_t sign);

/// The name of a function, "max", as it is; whether what is below it stands under it.
struct MathFunction {
  std::string_view name;
  bool has_limits = false;
};
const MathFunction* find_math_function(std::string_view name);

/// How letters are formed.
enum class MathLetters { italic, upright, bold };

/// The sign for a letter or digit so formed: 𝑞, q, 𝐪. Others stay as they are.
char32_t math_letter(char32_t letter, MathLetters form);
/// The other way: q for 𝑞, q and 𝐪.
char32_t plain_letter(char32_t sign);

}  // namespace attn
