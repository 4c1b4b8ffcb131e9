#pragma once

#include <functional>
#include <string_view>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What a person changes with one number: checks `value`, rounds it and puts it into the scene.
using NumberChange = std::function<void(Scene& scene, double value)>;

/// What a drag makes of a number: any, or whole ones.
enum class NumberSteps { kAny, kWhole };

/// One number in `box`, changed as in the tables: drag it (Shift fine, Ctrl coarse), or
/// double-click or type to set it. A drag is one step of the history, called `label`. What is
/// refused is the workspace's complaint of `name`.
void number_field(Ui& ui, Access access, std::string_view name, std::string_view label,
                  const Box& box, float value, const NumberChange& change,
                  NumberSteps steps = NumberSteps::kAny);

/// Where the number of the field `name` in `box` wants to go, as in the tables, where that is
/// shown.
void field_slope(Ui& ui, Access access, std::string_view name, const Box& box);

/// What is wrong with what is being typed or was put into the field, below it.
void number_complaint(Ui& ui, Access access, Pen& pen, std::string_view name);

}  // namespace attn::ui
