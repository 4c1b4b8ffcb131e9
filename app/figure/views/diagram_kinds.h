#pragma once

#include <span>
#include <string_view>

#include "app/figure/numbers/view_input.h"

namespace attn {

/// A view that is drawn as a diagram: in the window under a tab, in a file by `export`.
struct DiagramKind {
  std::string_view id;  ///< of `export --view`
  Diagram (*make)(const ViewInput& input);
};

/// All of them.
std::span<const DiagramKind> diagram_kinds();

}  // namespace attn
