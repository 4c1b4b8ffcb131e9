#pragma once

#include <optional>
#include <string_view>

#include "app/ui/widgets.h"

namespace attn::ui {

struct SliderEdit {
  std::optional<float> place;  ///< where it is dragged to, 0…1
  bool dropped = false;        ///< the drag's end
};

/// A knob at `place` (0…1) of a line, to be dragged.
SliderEdit slider(Ui& ui, std::string_view name, const Box& area, float place);

}  // namespace attn::ui
