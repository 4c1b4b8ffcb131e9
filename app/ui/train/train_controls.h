#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/training/training_plan.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A part of a panel that folds: those that were folded or opened by hand, by their names.
using FoldedParts = std::set<std::string, std::less<>>;

/// The heading of a part, which folds where it is pressed; at first it is open or not. Answers
/// whether it is open.
bool fold_heading(Ui& ui, Pen& pen, std::string_view name, std::string_view text,
                  std::string_view hint, bool opens, FoldedParts& by_hand);

/// A line with its name at the left; answers where the control goes. Where that has no room for
/// `needed` pixels, the name stands above it.
Box control_line(Ui& ui, Pen& pen, std::string_view label, float needed = 0);

/// A list of `labels` on such a line.
bool choice_line(Ui& ui, Pen& pen, std::string_view name, std::string_view label,
                 std::span<const std::string_view> labels, int& chosen);

/// − 2 +; answers by how much it is to change.
int stepper(Ui& ui, const std::string& name, const Box& box, const std::string& shown);

/// One of numbers, side by side where there is room, else in a list.
bool number_choice(Ui& ui, const std::string& name, const Box& box,
                   const std::vector<std::string>& labels, int& chosen);

/// A slider on a logarithmic scale, and a field for the number, in which more than it has may be
/// typed. Answers the new value, or what is wrong with what was typed.
TypedSetting log_control(Ui& ui, const std::string& name, const Box& box, double value, double low,
                         double high, const TypedBounds& typed);

}  // namespace attn::ui
