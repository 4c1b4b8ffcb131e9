#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Edit of a single number: checks `value`, rounds it and puts it into the scene.
using NumberChange = std::function<void(Scene& scene, double value)>;

/// Numbers that a drag can reach: any, or integers.
enum class NumberSteps { kAny, kWhole };

/// Editable number in `box`, as in tables: drag it (Shift fine, Ctrl coarse), or double-click or
/// type to set it. A drag is one undo step with the name `label`. Errors appear as the workspace's
/// complaint of `name`.
void number_field(Ui& ui, Access access, std::string_view name, std::string_view label,
                  const Box& box, float value, const NumberChange& change,
                  NumberSteps steps = NumberSteps::kAny);

/// Draws the slope of the field `name` in `box`, as in tables, if slopes are shown.
void field_slope(Ui& ui, Access access, std::string_view name, const Box& box);

/// Shows the error of the typed or entered text, below the field.
void number_complaint(Ui& ui, Access access, Pen& pen, std::string_view name);

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
