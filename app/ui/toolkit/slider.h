#pragma once

#include <optional>
#include <string_view>

#include "app/ui/toolkit/keyboard.h"
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

/// What a key asks of a slider that has the keyboard.
struct SliderKey {
  enum class To { kStep, kLow, kHigh };
  To to = To::kStep;
  int sign = 0;  ///< of a step
  bool is_fine = false;
  bool is_coarse = false;
};

/// The next such key: an arrow (with Shift fine, with Ctrl coarse), Home or End. It is taken.
std::optional<SliderKey> take_slider_key(Keyboard& keys);

}  // namespace attn::ui
