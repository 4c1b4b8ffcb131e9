#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace attn {

// All numbers with a fraction are read and written by these two functions, which do not depend on
// the locale: not every C++ library has std::from_chars for them.

/// Numeral at the start of a text, in the syntax of std::from_chars.
template <typename Float>
struct Numeral {
  std::optional<Float> value;  ///< empty if there is none, or it is too large or too small
  std::size_t length = 0;      ///< in bytes; 0 if there is none
};

/// Reads the numeral at the start of `text`. Float is float or double.
template <typename Float>
Numeral<Float> read_numeral(std::string_view text);
extern template Numeral<float> read_numeral(std::string_view text);
extern template Numeral<double> read_numeral(std::string_view text);

/// Appends a number as std::to_chars writes it with this `format`, up to 512 bytes.
template <typename Number, typename... Format>
void append_numeral(std::string& out, Number number, Format... format) {
  char digits[512];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number, format...).ptr);
}

template <typename Number, typename... Format>
std::string numeral(Number number, Format... format) {
  std::string text;
  append_numeral(text, number, format...);
  return text;
}

}  // namespace attn
