#pragma once

#include <optional>
#include <string_view>

#include "app/gl/base/device.h"
#include "app/session/workspace/look.h"

namespace attn {

/// Whether colours in a range of this kind depend on numbers that are not drawn.
bool is_of_all_numbers(std::string_view range);

/// What the window's panels and the view that is chosen show of `evaluation` as numbers, with those
/// of the cell `shown`. A lesson asks for any.
gl::NumbersNeeded numbers_needed(const Look& look, const Evaluation& evaluation,
                                 std::optional<Cell> shown, bool has_lesson);

}  // namespace attn
