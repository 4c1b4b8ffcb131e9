#include "engine/base/numerals.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <system_error>

namespace attn {

// LLVM's library before version 20 declares it for integers only.
#if !defined(_LIBCPP_VERSION) || _LIBCPP_VERSION >= 200000

template <typename Float>
Numeral<Float> read_numeral(std::string_view text) {
  Float value{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(read.ptr - text.data());
  return {read.ec == std::errc{} ? std::optional(value) : std::nullopt, length};
}

#else

namespace {

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::find_if(text, [](char c) { return c < '0' || c > '9'; }) - text.begin());
}

/// Length of the decimal numeral, or of a word for infinity or NaN, at the start of `text`.
std::size_t numeral_length(std::string_view text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const auto rest = [&](std::size_t from) { return text.substr(std::min(from, text.size())); };
  for (const std::string_view word : {"infinity", "inf", "nan"}) {
    const std::string_view start = rest(sign).substr(0, word.size());
    const auto is_same = [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    if (std::ranges::equal(start, word, is_same)) return sign + word.size();
  }
  const std::size_t whole = count_digits(rest(sign));
  std::size_t end = sign + whole;
  if (rest(end).starts_with('.')) {
    const std::size_t decimals = count_digits(rest(end + 1));
    if (whole + decimals == 0) return 0;
    end += 1 + decimals;
  } else if (whole == 0) {
    return 0;
  }
  if (!rest(end).starts_with('e') && !rest(end).starts_with('E')) return end;
  const std::size_t exponent =
      end + (rest(end + 1).starts_with('-') || rest(end + 1).starts_with('+') ? 2 : 1);
  const std::size_t digits = count_digits(rest(exponent));
  return digits > 0 ? exponent + digits : end;
}

float parse_c(const char* text, float) { return std::strtof(text, nullptr); }
double parse_c(const char* text, double) { return std::strtod(text, nullptr); }

}  // namespace

// Its programs run in the locale "C", whose decimal sign is the point.
template <typename Float>
Numeral<Float> read_numeral(std::string_view text) {
  const std::size_t length = numeral_length(text);
  if (length == 0) return {};
  errno = 0;
  const Float value = parse_c(std::string(text.substr(0, length)).c_str(), Float{});
  const bool is_in_range = errno != ERANGE || (value != 0 && std::isfinite(value));
  return {is_in_range ? std::optional(value) : std::nullopt, length};
}

#endif

template Numeral<float> read_numeral(std::string_view text);
template Numeral<double> read_numeral(std::string_view text);

}  // namespace attn
