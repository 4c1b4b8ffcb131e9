#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Text of a number that fits a cell, and its type.
struct FittedNumber {
  std::string text;
  Face face;
};

/// Returns the width of a text in a font face, in pixels.
using TextWidth = std::function<float(Face, std::string_view)>;

/// Formats `value` as precisely as fits into `width` pixels, with up to six digits; in smaller type
/// if two digits do not fit otherwise, then with one digit. Never truncated: all digits are those
/// of the rounded number.
FittedNumber fitted_number(float value, float width, const TextWidth& width_of);

/// Draws the number in `box`, aligned left (`align` 0) to right (1).
void number_in(Ui& ui, const Box& box, ImU32 color, float value, float width, float align);

}  // namespace attn::ui
