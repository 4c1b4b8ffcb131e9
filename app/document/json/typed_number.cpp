#include "app/document/json/typed_number.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "engine/base/text.h"

namespace attn {

std::optional<double> typed_number(std::string_view text) {
  std::string plain(text);
  replace_all(plain, "\u2212", "-");
  if (plain.find('.') == std::string::npos) replace_all(plain, ",", ".");
  plain = std::string(trimmed(plain));
  if (plain.starts_with('+') && !plain.starts_with("+-")) plain.erase(0, 1);

  double value = 0;
  const char* end = plain.data() + plain.size();
  const auto result = std::from_chars(plain.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return std::isfinite(static_cast<float>(value)) ? std::optional(value) : std::nullopt;
}

}  // namespace attn
