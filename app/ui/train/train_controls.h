#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/training/training_plan.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Names of panel parts folded or unfolded by the user.
using FoldedParts = std::set<std::string, std::less<>>;

/// Heading of a foldable part; `opens`: initially open. Returns whether it is open.
bool fold_heading(Ui& ui, Pen& pen, std::string_view name, std::string_view text,
                  std::string_view hint, bool opens, FoldedParts& by_hand);

/// Row with a label at the left; returns the control's box. With less than `needed` pixels the
/// label is above the control.
Box control_line(Ui& ui, Pen& pen, std::string_view label, float needed = 0);

/// Row with a list of `labels`.
bool choice_line(Ui& ui, Pen& pen, std::string_view name, std::string_view label,
                 std::span<const std::string_view> labels, int& chosen);

/// Stepper "− 2 +"; returns the change.
int stepper(Ui& ui, const std::string& name, const Box& box, const std::string& shown);

/// Choice of numbers, side by side if there is room, else as list.
bool number_choice(Ui& ui, const std::string& name, const Box& box,
                   const std::vector<std::string>& labels, int& chosen);

/// Logarithmic slider with a text field, which accepts a larger range. Returns the new value, or an
/// error message.
TypedSetting log_control(Ui& ui, const std::string& name, const Box& box, double value, double low,
                         double high, const TypedBounds& typed);

}  // namespace attn::ui
