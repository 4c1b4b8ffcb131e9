#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "app/gl/base/device.h"
#include "app/session/workspace/look.h"

namespace attn {

/// Returns whether colours in a range of this kind depend on numbers that are not drawn.
bool range_needs_all_numbers(std::string_view range, const Scene& scene);

/// Numbers of pairs that a view draws, or waits for.
struct DrawnNumbers {
  bool all = false;
  std::pair<Index, Index> rows{};  ///< first, and end
};

/// Numbers of `evaluation` that the window's panels and the chosen view show: those `drawn`, and
/// those of the cell `shown`. A lesson may need all numbers.
gl::NumbersNeeded numbers_needed(const Look& look, const Evaluation& evaluation,
                                 std::optional<Cell> shown, bool has_lesson,
                                 const DrawnNumbers& drawn);

}  // namespace attn
