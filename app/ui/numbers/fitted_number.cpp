#include "app/ui/numbers/fitted_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

namespace {

/// One digit with an exponent: "-4e-4", if that is shorter than "-0.0004".
std::string with_power(float value) {
  std::array<char, 16> bytes{};
  const auto end = std::to_chars(bytes.data(), bytes.data() + bytes.size(), value,
                                 std::chars_format::scientific, 0)
                       .ptr;
  std::string text(bytes.data(), end);
  const std::size_t sign = text.find('e') + 1;
  if (sign + 1 < text.size() && text[sign + 1] == '0') text.erase(sign + 1, 1);
  if (text[sign] == '+') text.erase(sign, 1);
  return text;
}

}  // namespace

FittedNumber fitted_number(float value, float width, const TextWidth& width_of) {
  FittedNumber number;
  // Smaller type is preferred to rounding -1.9 to -2.
  for (const int fewest : {2, 1}) {
    for (const Face face : {Face::kMono, Face::kMonoSmall, Face::kSmall}) {
      for (int digits = 6; digits >= fewest; --digits) {
        number = {with_minus(brief(value, digits)), face};
        if (width_of(face, number.text) <= width) return number;
      }
    }
  }
  const std::string power = with_minus(with_power(value));
  if (width_of(number.face, power) < width_of(number.face, number.text)) number.text = power;
  return number;
}

namespace {

/// Cache of fitted numbers: most reappear in the next frame's tables.
class LastFitted {
 public:
  const FittedNumber& of(const Theme& theme, float value, float width) {
    // Widths depend on the type sizes.
    const FittedKey key{value, width, theme.line_height(Face::kMono),
                        theme.line_height(Face::kMonoSmall), theme.line_height(Face::kSmall)};
    auto& [known, number] = kept_[(std::bit_cast<std::uint32_t>(value) * 0x9e3779b1U) >> 23U];
    if (known != key) {
      number = fitted_number(value, width, [&](Face face, std::string_view text) {
        return text_size(theme, face, text).x;
      });
      known = key;
    }
    return number;
  }

 private:
  using FittedKey = std::array<float, 5>;
  std::array<std::pair<FittedKey, FittedNumber>, 512> kept_{};
};

}  // namespace

void number_in(Ui& ui, const Box& box, ImU32 color, float value, float width, float align) {
  static LastFitted last;
  const FittedNumber& number = last.of(ui.theme, value, width);
  text_in(ui, box, number.face, color, number.text, align);
}

}  // namespace attn::ui
