#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "app/gl/base/device.h"
#include "app/session/workspace/look.h"

namespace attn {

/// Whether colours in a range of this kind depend on numbers that are not drawn.
bool is_of_all_numbers(std::string_view range, const Scene& scene);

/// What a view draws of pairs as numbers, or waits for.
struct DrawnNumbers {
  bool all = false;
  std::pair<Index, Index> rows{};  ///< the first, and that after the last
};

/// What the window's panels and the view that is chosen show of `evaluation` as numbers: what is
/// `drawn`, and those of the cell `shown`. A lesson asks for any.
gl::NumbersNeeded numbers_needed(const Look& look, const Evaluation& evaluation,
                                 std::optional<Cell> shown, bool has_lesson,
                                 const DrawnNumbers& drawn);

}  // namespace attn
