#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// A number as it goes into a cell, and in what type.
struct FittedNumber {
  std::string text;
  Face face;
};

/// The width of a text in that type, in pixels.
using TextWidth = std::function<float(Face, std::string_view)>;

/// `value` as exactly as it goes into `width` pixels, in up to six digits; in smaller type where
/// two have no room else, then one. Never the digits of another number, as a cut number would have.
FittedNumber fitted_number(float value, float width, const TextWidth& width_of);

/// Draws it in `box`, from its left side (`align` 0) to its right (1).
void number_in(Ui& ui, const Box& box, ImU32 color, float value, float width, float align);

}  // namespace attn::ui
