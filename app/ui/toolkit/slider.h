#pragma once

#include <optional>
#include <string_view>

#include "app/ui/toolkit/keyboard.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

struct SliderEdit {
  std::optional<float> place;  ///< new position, 0…1
  bool dropped = false;        ///< end of the drag
  bool begins = false;         ///< first key of a new gesture
};

/// Slider with its knob at `place` (0…1), for the mouse and arrow keys: by `step`, with Ctrl by
/// five steps, Home and End to the ends.
SliderEdit slider(Ui& ui, std::string_view name, const Box& area, float place, float step);

/// Key action on a focused slider.
struct SliderKey {
  enum class To { kStep, kLow, kHigh };
  To to = To::kStep;
  int sign = 0;  ///< of a step
  bool is_fine = false;
  bool is_coarse = false;
};

/// Next slider key: arrow (Shift: fine, Ctrl: coarse), Home or End. Consumes it.
std::optional<SliderKey> take_slider_key(Keyboard& keys);

}  // namespace attn::ui
