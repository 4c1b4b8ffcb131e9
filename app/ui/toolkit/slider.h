#pragma once

#include <optional>
#include <string_view>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

struct SliderEdit {
  std::optional<float> place;  ///< where it is dragged to, 0…1
  bool dropped = false;        ///< the drag's end
  bool begins = false;         ///< by a key that begins another gesture
};

/// A knob at `place` (0…1) of a line, to be dragged, or moved by the arrow keys: by `step` each,
/// with Ctrl by five of them, Home and End to its ends.
SliderEdit slider(Ui& ui, std::string_view name, const Box& area, float place, float step);

}  // namespace attn::ui
